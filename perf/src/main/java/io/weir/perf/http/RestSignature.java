package io.weir.perf.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Signs requests with the published key of the development account. Any thread. */
public final class RestSignature {

  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);

  /** The date, formatted once a second: formatting is otherwise the most expensive part of a request. */
  private static volatile Dated dated = new Dated(0, "");

  private record Dated(long second, String text) {}

  private RestSignature() {}

  /** Signs a request whose target begins with the account's path. */
  public static void sign(HttpHeaders headers, String target) {
    var date = date();
    var query = target.indexOf('?');
    var path = query < 0 ? target : target.substring(0, query);
    headers.set("x-ms-date", date);
    headers.set(HttpHeaderNames.AUTHORIZATION, KEY.authorizationLite(date, path, ""));
  }

  /** Several threads may format the same second; all produce the same text. */
  private static String date() {
    var second = System.currentTimeMillis() / 1_000;
    var last = dated;
    if (last.second != second) {
      var now = Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC);
      last = new Dated(second, DateTimeFormatter.RFC_1123_DATE_TIME.format(now));
      dated = last;
    }
    return last.text;
  }
}
