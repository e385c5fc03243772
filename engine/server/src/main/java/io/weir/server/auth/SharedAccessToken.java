package io.weir.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.queue.QueueName;
import io.weir.api.wire.SharedKey;
import io.weir.server.request.QueryOptions;
import java.net.URLEncoder;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Creates shared access signatures. The server computes the string-to-sign for verification with
 * the same code.
 *
 * <p>Any thread. Fails with {@code AuthenticationFailed} and the name of the option if the options
 * do not form a signature.
 */
public final class SharedAccessToken {

  private SharedAccessToken() {}

  /**
   * Returns a signed query string that grants the rights in the options.
   *
   * @param key a key of the account, with full access
   * @param options the protocol's options without {@code sig}. With {@code tn} the result is a
   *     table's SAS, otherwise an account SAS
   */
  public static String sign(SharedKey key, Map<String, String> options) {
    var query = query(options);
    var text = SharedAccess.parse(QueryOptions.parse(query)).stringToSign(key.account());
    return signed(key, query, text);
  }

  /**
   * Returns a signed query string that grants the rights in the options on one queue.
   *
   * @param key a key of the account, with full access
   * @param options the protocol's options without {@code sig}
   */
  public static String sign(SharedKey key, QueueName queue, Map<String, String> options) {
    var query = query(options);
    var claims = new QueueSignature(QueryOptions.parse(query), Optional.of(queue));
    return signed(key, query, claims.stringToSign(key.account()));
  }

  private static String query(Map<String, String> options) {
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + encoded(option.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String signed(SharedKey key, String query, String text) {
    return query + "&" + SharedAccess.SIGNATURE + "=" + encoded(key.sign(text));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, UTF_8).replace("+", "%20");
  }
}
