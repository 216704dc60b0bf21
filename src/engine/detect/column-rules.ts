import { compileKeyword, compileNameTest } from './custom-keywords.js';
import type { KeywordTest, NameTestText } from './custom-keywords.js';
import { KEYWORD_LISTS } from './keywords/index.js';
import type { KeywordList } from './keywords/keyword-list.js';
import { SENSITIVE_LABELS } from './labels.js';
import { compileValueRule } from './value-rules.js';
import type { ValueRule } from './value-rules.js';

export interface RulePattern {
  /** Null: the pattern stands for it. */
  readonly name: string | null;
  readonly pattern: string;
}

/** A kind of data as users name it: for built-in and for own rules. */
export interface NamedLabel {
  readonly name: string;
  readonly description: string;
  readonly categories: readonly string[];
}

/** What is to be found, as users say it. */
export interface ColumnWishes {
  /** Null: built-in ones are not used. */
  readonly keywordLists?: readonly KeywordList[] | null;
  readonly customKeywords?: readonly string[];
  readonly ignoredKeywords?: readonly string[];
  /** Further ways to tell a label by a column's name. */
  readonly nameRules?: readonly (NameTestText & { readonly label: string })[];
  /** Further names that are no match. */
  readonly ignoredNames?: readonly NameTestText[];
  readonly labels?: readonly NamedLabel[];
  /** Null: values are not looked at. */
  readonly values: ValueWishes | null;
}

export interface ValueWishes {
  /** Look also where the name told enough. */
  readonly force?: boolean;
  /** Labels that are told by values; absent: all that are built in. */
  readonly labels?: ReadonlySet<string>;
  /** `leastHitRatio`: percent of the values; absent: 10. */
  readonly customRules?: readonly (RulePattern & {
    readonly label?: string;
    readonly leastHitRatio?: number;
  })[];
  readonly nonSensitiveRules?: readonly RulePattern[];
  readonly ignoreRules?: readonly RulePattern[];
}

interface CompiledValueRule {
  readonly rule: ValueRule;
  /** Null: the rule's own name. */
  readonly label: string | null;
  readonly leastHitRatio: number;
}

/** Percent of the values that a user's rule must be found in. */
export const LEAST_CUSTOM = 10;

/** The wishes, compiled. */
export interface ColumnRules {
  readonly keywordLists: readonly KeywordList[];
  readonly customKeywords: readonly KeywordTest[];
  readonly ignoredKeywords: readonly KeywordTest[];
  readonly nameRules: readonly { readonly test: KeywordTest; readonly label: string }[];
  readonly labels: ReadonlyMap<string, NamedLabel>;
  readonly values: {
    readonly force: boolean;
    readonly labels: ReadonlySet<string> | null;
    readonly customRules: readonly CompiledValueRule[];
    readonly nonSensitiveRules: readonly ValueRule[];
    readonly ignoreRules: readonly ValueRule[];
  } | null;
}

export interface WishProblem {
  /** As in `customKeywords.0`. */
  readonly path: string;
  readonly message: string;
}

/** Compiles all wishes and collects what is wrong with them. */
export function compileColumnRules(wishes: ColumnWishes): {
  readonly rules: ColumnRules;
  readonly problems: readonly WishProblem[];
} {
  const problems: WishProblem[] = [];
  const compiled = <W, C>(
    path: string,
    list: readonly W[] | undefined,
    compile: (wish: W) => C | { readonly problem: string },
  ): readonly C[] =>
    (list ?? []).flatMap((wish, index) => {
      const result = compile(wish);
      if (typeof result === 'object' && result !== null && 'problem' in result) {
        problems.push({
          path: `${path}.${index}`,
          message: `The pattern cannot be used: ${result.problem}.`,
        });
        return [];
      }
      return [result];
    });
  const rule = ({ name, pattern }: RulePattern): ValueRule | { readonly problem: string } =>
    compileValueRule(name ?? pattern, pattern);
  const { values } = wishes;
  const rules: ColumnRules = {
    keywordLists: wishes.keywordLists === undefined ? KEYWORD_LISTS : (wishes.keywordLists ?? []),
    customKeywords: compiled('customKeywords', wishes.customKeywords, compileKeyword),
    ignoredKeywords: [
      ...compiled('ignoredKeywords', wishes.ignoredKeywords, compileKeyword),
      ...compiled('ignoredNames', wishes.ignoredNames, compileNameTest),
    ],
    nameRules: compiled('nameRules', wishes.nameRules, (wish) => {
      const test = compileNameTest(wish);
      return 'problem' in test ? test : { test, label: wish.label };
    }),
    labels: new Map([...SENSITIVE_LABELS, ...(wishes.labels ?? [])].map((label) => [label.name, label])),
    values:
      values === null
        ? null
        : {
            force: values.force ?? false,
            labels: values.labels ?? null,
            customRules: compiled('values.customRules', values.customRules, (wish) => {
              const { label = null, leastHitRatio = LEAST_CUSTOM } = wish;
              const compiledRule = rule(wish);
              return 'problem' in compiledRule ? compiledRule : { rule: compiledRule, label, leastHitRatio };
            }),
            nonSensitiveRules: compiled('values.nonSensitiveRules', values.nonSensitiveRules, rule),
            ignoreRules: compiled('values.ignoreRules', values.ignoreRules, rule),
          },
  };
  return { rules, problems };
}
