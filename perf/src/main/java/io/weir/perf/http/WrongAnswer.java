package io.weir.perf.http;

/** A target answered about another number of rows than it was asked for: a result that must not be counted. */
public final class WrongAnswer extends RuntimeException {

  private static final long serialVersionUID = 1;

  public WrongAnswer(String facts) {
    super("The answer was not the right one. " + facts);
  }
}
