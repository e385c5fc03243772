package io.weir.perf.target;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.AccountName;
import io.weir.api.wire.HttpDate;
import io.weir.api.wire.SharedKey;
import java.time.Clock;

/** Signs requests with the published key of the development account. Any thread. */
public final class RestSignature {

  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);

  /**
   * The date, formatted once a second: formatting is otherwise the most expensive part of a
   * request.
   */
  private static final HttpDate DATE = new HttpDate(Clock.systemUTC());

  private RestSignature() {}

  /** Signs a request whose target begins with the account's path. */
  public static void sign(HttpHeaders headers, String target) {
    var date = DATE.now();
    var query = target.indexOf('?');
    var path = query < 0 ? target : target.substring(0, query);
    headers.set("x-ms-date", date);
    headers.set(HttpHeaderNames.AUTHORIZATION, KEY.authorizationLite(date, path, ""));
  }
}
