package io.weir.cli.options;

import io.weir.api.wire.HttpDate;
import io.weir.api.wire.SharedKey;
import io.weir.cli.terminal.CommandFailure;
import java.time.Clock;

/**
 * A URL with the two headers that sign it, for other programs such as curl.
 *
 * <p>The short form of the signature covers date, path and {@code comp} only. The headers therefore
 * serve any method, query and body at that path, for 15 minutes.
 *
 * @param url as it is to be sent, percent-encoded
 * @param date value of {@code x-ms-date}
 * @param authorization value of {@code Authorization}
 */
public record SignedRequest(String url, String date, String authorization) {

  private static final String COMP = "comp=";

  /** Signs a URL with the time of a clock. Fails when the URL names no account. */
  public static SignedRequest of(String url, SharedKey key, Clock clock) {
    var date = HttpDate.of(clock.instant());
    return new SignedRequest(url, date, key.authorizationLite(date, rawPath(url), comp(url)));
  }

  private static String rawPath(String url) {
    var host = url.indexOf("://") + "://".length();
    var path = url.indexOf('/', host);
    if (!url.startsWith("http") || host < "://".length() || path < 0) {
      throw CommandFailure.wrongUsage(
          "'" + url + "' is not of the form http://HOST:PORT/ACCOUNT/...");
    }
    var query = url.indexOf('?', path);
    return url.substring(path, query < 0 ? url.length() : query);
  }

  private static String comp(String url) {
    var query = url.indexOf('?');
    if (query < 0) {
      return "";
    }
    for (var option : url.substring(query + 1).split("&", -1)) {
      if (option.startsWith(COMP)) {
        return option.substring(COMP.length());
      }
    }
    return "";
  }
}
