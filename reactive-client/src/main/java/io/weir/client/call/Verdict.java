package io.weir.client.call;

import io.weir.api.error.TableServiceException;
import java.time.Duration;
import java.util.Optional;

/** What happened to a write whose answer was lost. */
public sealed interface Verdict<T> {

  /** One method for each verdict. */
  interface Handler<T, R> {
    R done(Done<T> verdict);

    R refused(Refused<T> verdict);

    R repeatable(Repeatable<T> verdict);

    R unknown(Unknown<T> verdict);
  }

  <R> R dispatch(Handler<T, R> handler);

  static <T> Verdict<T> done(T answer) {
    return new Done<>(answer);
  }

  static <T> Verdict<T> refused(TableServiceException refusal) {
    return new Refused<>(refusal);
  }

  static <T> Verdict<T> repeatable() {
    return new Repeatable<>(Optional.empty());
  }

  static <T> Verdict<T> repeatableFor(Duration left) {
    return new Repeatable<>(Optional.of(left));
  }

  static <T> Verdict<T> unknown(String facts) {
    return new Unknown<>(facts);
  }

  /** It was carried out, with this answer. */
  record Done<T>(T answer) implements Verdict<T> {
    @Override
    public <R> R dispatch(Handler<T, R> handler) {
      return handler.done(this);
    }
  }

  /**
   * It fails with this refusal: it was not carried out and will not be, or it was, and its answer
   * is lost ({@code ChangeAnswerForgotten}).
   */
  record Refused<T>(TableServiceException refusal) implements Verdict<T> {
    @Override
    public <R> R dispatch(Handler<T, R> handler) {
      return handler.refused(this);
    }
  }

  /**
   * It may or may not be carried out still; repeating it has the intended effect.
   *
   * @param left how long that is so from now on; empty for any time. A repeat that is not answered
   *     within it is given up
   */
  record Repeatable<T>(Optional<Duration> left) implements Verdict<T> {
    @Override
    public <R> R dispatch(Handler<T, R> handler) {
      return handler.repeatable(this);
    }
  }

  /** Its outcome cannot be found out. */
  record Unknown<T>(String facts) implements Verdict<T> {
    @Override
    public <R> R dispatch(Handler<T, R> handler) {
      return handler.unknown(this);
    }
  }
}
