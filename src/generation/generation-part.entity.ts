import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { Generation } from './generation.entity.js';

/** One file of a generation that has several. */
@Entity('generation_part')
export class GenerationPart {
  @PrimaryColumn({ type: 'uuid' })
  generationId: string;

  /** From 1. */
  @PrimaryColumn({ type: 'int' })
  number: number;

  @ManyToOne(() => Generation, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'generation_id' })
  generation?: Relation<Generation>;

  @Column({ type: 'text' })
  fileName: string;

  @Column({ type: 'text' })
  text: string;
}
