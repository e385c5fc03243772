package io.weir.server.auth;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.server.request.ParseCache;
import io.weir.server.request.RequestHead;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** When a request says it was made: {@code x-ms-date}, or {@code Date} where that is not sent. */
final class RequestDate {

  /** How far a client's clock may be off, either way. */
  static final Duration TOLERANCE = Duration.ofMinutes(15);

  /** Requests of the same second carry the same text. */
  private static final ParseCache<Optional<Instant>> MOMENTS = new ParseCache<>(RequestDate::parse);

  private RequestDate() {}

  /** The text, as it was signed; empty when there is none. */
  static String text(RequestHead head) {
    var own = head.header("x-ms-date");
    return own.isEmpty() ? head.header(HttpHeaderNames.DATE) : own;
  }

  /** Whether the text is an RFC 1123 date within the tolerance. A request that cannot be dated could be replayed for ever. */
  static boolean isFresh(String text, Instant now) {
    return MOMENTS
        .of(text)
        .map(moment -> Duration.between(moment, now).abs().compareTo(TOLERANCE) <= 0)
        .orElse(false);
  }

  private static Optional<Instant> parse(String text) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
