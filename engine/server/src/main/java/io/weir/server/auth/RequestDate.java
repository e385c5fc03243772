package io.weir.server.auth;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.wire.HttpDate;
import io.weir.server.request.ParseCache;
import io.weir.server.request.RequestHead;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The date that a request carries: {@code x-ms-date}, or {@code Date} if that header is absent. */
final class RequestDate {

  /**
   * The largest accepted difference between the client's clock and the server's, in either
   * direction.
   */
  static final Duration TOLERANCE = Duration.ofMinutes(15);

  /** Parsed dates. Requests of the same second carry the same text. */
  private static final ParseCache<Optional<Instant>> MOMENTS = new ParseCache<>(HttpDate::read);

  private RequestDate() {}

  /** Returns the text as the client signed it; empty if the request has no date. */
  static String text(RequestHead head) {
    var own = head.header("x-ms-date");
    return own.isEmpty() ? head.header(HttpHeaderNames.DATE) : own;
  }

  /**
   * Returns whether the text is an RFC 1123 date within {@link #TOLERANCE} of {@code now}. This
   * check limits how long a captured request can be replayed.
   */
  static boolean isFresh(String text, Instant now) {
    return MOMENTS
        .of(text)
        .map(moment -> Duration.between(moment, now).abs().compareTo(TOLERANCE) <= 0)
        .orElse(false);
  }
}
