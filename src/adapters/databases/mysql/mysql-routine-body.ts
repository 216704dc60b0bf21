/** Words after which the text of a routine comes, whatever stands between. */
const ROUTINES = new Set(['PROCEDURE', 'FUNCTION', 'TRIGGER', 'EVENT', 'PACKAGE']);
/** `END IF` and their like end what this does not count. */
const UNCOUNTED = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR']);
const INTRODUCING_WORDS = 12;

/** Follows the words of one statement and knows whether it is inside `BEGIN … END` of a routine. */
export class RoutineBody {
  private words = 0;
  private first = '';
  private isRoutine = false;
  private afterEnd = false;
  private depth = 0;

  get isOpen(): boolean {
    return this.depth > 0 && !(this.depth === 1 && this.afterEnd);
  }

  /** A new statement begins. */
  restart(): void {
    this.words = 0;
    this.first = '';
    this.isRoutine = false;
    this.afterEnd = false;
    this.depth = 0;
  }

  /** One token of the statement, comments and blanks left out. */
  take(text: string): void {
    const word = text.toUpperCase();
    this.words += 1;
    if (this.words === 1) {
      this.first = word;
      this.isRoutine = word === 'BEGIN';
    } else if (this.words <= INTRODUCING_WORDS && this.first === 'CREATE') {
      this.isRoutine ||= ROUTINES.has(word);
    }
    if (this.isRoutine) {
      this.follow(word);
    }
  }

  private follow(word: string): void {
    const closes = this.afterEnd && !UNCOUNTED.has(word);
    const isEndOfCase = this.afterEnd && word === 'CASE';
    this.afterEnd = false;
    if (closes) {
      this.depth -= 1;
    }
    if (word === 'END' && this.depth > 0) {
      this.afterEnd = true;
    } else if ((word === 'BEGIN' || word === 'CASE') && !isEndOfCase) {
      this.depth += 1;
    }
  }
}
