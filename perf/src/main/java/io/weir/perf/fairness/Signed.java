package io.weir.perf.fairness;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Headers that prove a request of the development account. Any thread. */
final class Signed {

  private Signed() {}

  /** For the path of a resource, which is not longer valid than some minutes. */
  static Map<String, String> headers(String path, String accept) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var headers = new LinkedHashMap<String, String>();
    headers.put(HttpHeaderNames.ACCEPT.toString(), accept);
    headers.put("x-ms-date", date);
    headers.put(
        HttpHeaderNames.AUTHORIZATION.toString(), key.authorizationLite(date, path, ""));
    return headers;
  }
}
