/** Words after which a routine's name comes, as in `CREATE OR REPLACE FUNCTION`. */
const INTRODUCTION = /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE)$/;
const INTRODUCING_WORDS = 4;

/** Follows the words of one statement and knows whether it is inside `BEGIN ATOMIC … END` of a routine. */
export class RoutineBody {
  private words: string[] = [];
  private isRoutine = false;
  private previous = '';
  private depth = 0;

  get isOpen(): boolean {
    return this.depth > 0;
  }

  /** A new statement begins. */
  restart(): void {
    this.words = [];
    this.isRoutine = false;
    this.previous = '';
    this.depth = 0;
  }

  /** One token of the statement, comments and blanks left out. */
  take(text: string): void {
    const word = text.toUpperCase();
    if (this.words.length < INTRODUCING_WORDS) {
      this.words.push(word);
      this.isRoutine ||= INTRODUCTION.test(this.words.join(' '));
    }
    if (this.isRoutine) {
      this.follow(word);
    }
    this.previous = word;
  }

  private follow(word: string): void {
    if (this.depth === 0) {
      this.depth = word === 'ATOMIC' && this.previous === 'BEGIN' ? 1 : 0;
    } else if (word === 'CASE' || word === 'BEGIN') {
      this.depth += 1;
    } else if (word === 'END') {
      this.depth -= 1;
    }
  }
}
