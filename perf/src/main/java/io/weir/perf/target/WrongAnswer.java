package io.weir.perf.target;

/**
 * Reports an answer that must not be counted: a refusal, or another number of rows than expected.
 */
public final class WrongAnswer extends RuntimeException {

  private static final long serialVersionUID = 1;

  public WrongAnswer(String facts) {
    super("wrong answer " + facts);
  }
}
