package io.weir.server.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpVersion;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.request.ParseCache;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import reactor.netty.http.server.HttpServerRequest;

/**
 * The one host that a request is for. Stateless.
 *
 * <p>Sources: RFC 9112, section 3.2 (one valid {@code Host} in HTTP/1.1; the authority of a target
 * in absolute form replaces it); RFC 9113, section 8.3.1 (a {@code Host} that differs from
 * {@code :authority}); RFC 3986, section 3.2.2 (the characters of a host).
 */
final class RequestHost {

  private static final String SCHEME_END = "://";

  /**
   * Most characters of a host with its port. A name in DNS has at most 253; a longer text would
   * make the pattern recurse deeply.
   */
  static final int LONGEST = 512;

  private static final Pattern HOST = Pattern.compile(
      "(\\[[0-9A-Fa-fvV.:~_-]+]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(:[0-9]*)?");

  /** Whether a text is a host with an optional port. Requests of one client carry the same text. */
  private static final ParseCache<Boolean> VALID =
      new ParseCache<>(host -> host.length() <= LONGEST && HOST.matcher(host).matches());

  private RequestHost() {}

  /**
   * Returns the host and leaves it as the only {@code Host} of the request, because links and
   * addresses in answers begin with it. Empty if the request has none and may do without: HTTP/1.0
   * and HTTP/2.
   *
   * <p>Fails with {@code MissingRequiredHeader} for an HTTP/1.1 request without the header, and
   * with {@code InvalidHeaderValue} for two, for one that is not a host with an optional port, and
   * for an HTTP/2 request with two that differ. {@link Http2Failures} has reset the stream of most
   * of those.
   */
  static String of(HttpServerRequest in) {
    var sent = in.requestHeaders().getAll(HttpHeaderNames.HOST);
    if (sent.isEmpty()) {
      if (in.version().equals(HttpVersion.HTTP_1_1)) {
        throw new InvalidRequestException(ErrorCode.MISSING_REQUIRED_HEADER, "header=Host");
      }
      return "";
    }
    if (sent.size() > 1) {
      requireEqual(sent, in.version().majorVersion() > 1);
    }
    var host = authority(in.uri(), sent.get(0));
    if (!VALID.of(host)) {
      throw invalid("expected=host[:port]");
    }
    if (sent.size() > 1 || !host.equals(sent.get(0))) {
      in.requestHeaders().set(HttpHeaderNames.HOST, host);
    }
    return host;
  }

  /** In HTTP/2, the transport adds {@code :authority} to the headers as a host. */
  private static void requireEqual(List<String> hosts, boolean mayRepeat) {
    var different =
        hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).distinct().count();
    if (different > 1 || !mayRepeat) {
      throw invalid("count=" + hosts.size() + " expected=1");
    }
  }

  /**
   * Returns the authority of a target in absolute form, without user information; the header of any
   * other.
   */
  private static String authority(String target, String header) {
    var scheme = target.indexOf(SCHEME_END);
    if (target.startsWith("/") || scheme < 0) {
      return header;
    }
    var from = scheme + SCHEME_END.length();
    var end = from;
    while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    var user = target.lastIndexOf('@', end - 1);
    return target.substring(Math.max(from, user + 1), end);
  }

  private static InvalidRequestException invalid(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_HEADER_VALUE, "header=Host " + facts);
  }
}
