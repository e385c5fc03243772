package io.weir.server.request;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Chooses the coding of an answer: gzip if the client names it, else none. Source: RFC 9110,
 * section 12.5.3. Any thread.
 *
 * <p>deliberate: {@code *} does not select gzip, because a client that wants compression names it.
 * No zstd: its library would add 7 MB of native code for each platform to the jar.
 */
public final class AcceptedCoding {

  private static final Pattern GZIP =
      Pattern.compile("(?:x-)?gzip(?:;q=(?<weight>[01](?:\\.\\d{0,3})?))?");
  private static final Pattern ZERO = Pattern.compile("0(?:\\.0*)?");

  private AcceptedCoding() {}

  /** Returns whether the request accepts gzip. */
  public static boolean isGzip(RequestHead request) {
    return takesGzip(request.header(HttpHeaderNames.ACCEPT_ENCODING));
  }

  /** Returns whether a value of {@code Accept-Encoding} names gzip, with a weight above 0. */
  public static boolean takesGzip(String header) {
    for (var coding : header.split(",", -1)) {
      var gzip = GZIP.matcher(coding.replaceAll("[ \\t]", "").toLowerCase(Locale.ROOT));
      if (gzip.matches()) {
        var weight = gzip.group("weight");
        return weight == null || !ZERO.matcher(weight).matches();
      }
    }
    return false;
  }
}
