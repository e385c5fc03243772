package io.weir.server.answer;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.request.RequestHead;
import java.util.regex.Pattern;

/** Sets the headers that every answer carries, errors included. */
public final class StandardHeaders {

  /** The newest supported version of the protocol. Sent to clients that name none. */
  static final String DEFAULT_VERSION = "2020-12-06";

  private static final String OLDEST_VERSION = "2009-09-19";
  private static final Pattern VERSION = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final AsciiString SERVER = AsciiString.cached("Weir");
  private static final AsciiString NO_SNIFF = AsciiString.cached("nosniff");
  private static final AsciiString X_CONTENT_TYPE_OPTIONS =
      AsciiString.cached("X-Content-Type-Options");
  public static final AsciiString X_MS_REQUEST_ID = AsciiString.cached("x-ms-request-id");
  private static final AsciiString X_MS_VERSION = AsciiString.cached("x-ms-version");
  private static final AsciiString X_MS_CLIENT_REQUEST_ID =
      AsciiString.cached("x-ms-client-request-id");
  private static final int LONGEST_ECHO = 1024;

  private StandardHeaders() {}

  public static void set(HttpHeaders answer, HttpHeaders asked, String requestId, String date) {
    answer
        .set(HttpHeaderNames.DATE, date)
        .set(HttpHeaderNames.SERVER, SERVER)
        .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_CACHE)
        .set(X_CONTENT_TYPE_OPTIONS, NO_SNIFF)
        .set(X_MS_REQUEST_ID, requestId);
    var version = asked.get(X_MS_VERSION, DEFAULT_VERSION);
    answer.set(X_MS_VERSION, isEchoed(version) ? version : DEFAULT_VERSION);
    var clientRequestId = asked.get(X_MS_CLIENT_REQUEST_ID, "");
    if (isEchoed(clientRequestId)) {
      answer.set(X_MS_CLIENT_REQUEST_ID, clientRequestId);
    }
  }

  /**
   * Fails with {@code InvalidHeaderValue} if the client names a version that is not a date or that
   * is older than JSON in the protocol.
   *
   * <p>deliberate: newer versions are accepted. They added nothing for tables, and a client must
   * not stop working after an update.
   */
  public static void requireKnownVersion(RequestHead head) {
    var version = head.header(X_MS_VERSION);
    if (!version.isEmpty()
        && !version.equals(DEFAULT_VERSION)
        && (!VERSION.matcher(version).matches() || version.compareTo(OLDEST_VERSION) < 0)) {
      throw new InvalidRequestException(ErrorCode.INVALID_HEADER_VALUE, "header=x-ms-version");
    }
  }

  /** Returns whether a value may be echoed in a header: short, printable ASCII. */
  private static boolean isEchoed(String value) {
    if (value.isEmpty() || value.length() > LONGEST_ECHO) {
      return false;
    }
    for (var i = 0; i < value.length(); i++) {
      if (value.charAt(i) < 0x20 || value.charAt(i) >= 0x7F) {
        return false;
      }
    }
    return true;
  }
}
