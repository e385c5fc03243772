package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** The place at which a change feed starts. */
public sealed interface FeedStart {

  /**
   * Starts with the changes that are acknowledged after the feed's first item, which is a
   * checkpoint. A service that forces its log at intervals also reports what it had acknowledged
   * before and had not forced yet.
   */
  FeedStart NOW = new Now();

  /**
   * Starts with the entities that exist, and continues with the changes since the feed began to
   * read them.
   */
  FeedStart BEGINNING = new Beginning();

  /** Returns the start after the place of a token. */
  static FeedStart after(FeedToken token) {
    return new After(token);
  }

  /** Returns the start at the first change that is not older than a time and still kept. */
  static FeedStart since(Instant time) {
    return new Since(time);
  }

  /**
   * Reads {@code now}, {@code beginning}, a time such as {@code 2030-01-31T12:00:00Z}, or a token.
   * Fails with {@code InvalidInput}.
   */
  static FeedStart parse(String text) {
    if (text.equals("now")) {
      return NOW;
    }
    if (text.equals("beginning")) {
      return BEGINNING;
    }
    return text.indexOf(':') < 0 ? after(new FeedToken(text)) : since(time(text));
  }

  private static Instant time(String text) {
    try {
      return DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from);
    } catch (DateTimeException e) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "from=" + text + " expected=now,beginning,time,token");
    }
  }

  /** Calls the handler's method for this kind of start. */
  <R> R dispatch(Handler<R> handler);

  /** Returns the text that {@link #parse} reads. */
  String text();

  /** One method for each kind of start. */
  interface Handler<R> {
    R now();

    R beginning();

    R after(FeedToken token);

    R since(Instant time);
  }

  /** See {@link #NOW}. */
  record Now() implements FeedStart {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.now();
    }

    @Override
    public String text() {
      return "now";
    }
  }

  /** See {@link #BEGINNING}. */
  record Beginning() implements FeedStart {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.beginning();
    }

    @Override
    public String text() {
      return "beginning";
    }
  }

  /** See {@link FeedStart#after(FeedToken)}. */
  record After(FeedToken token) implements FeedStart {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.after(token);
    }

    @Override
    public String text() {
      return token.text();
    }
  }

  /** See {@link FeedStart#since(Instant)}. */
  record Since(Instant time) implements FeedStart {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.since(time);
    }

    @Override
    public String text() {
      return time.toString();
    }
  }
}
