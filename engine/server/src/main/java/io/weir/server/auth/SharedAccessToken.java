package io.weir.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.wire.SharedKey;
import io.weir.server.request.QueryOptions;
import java.net.URLEncoder;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes the tokens that the server verifies: the same code says what is signed.
 *
 * <p>Any thread. Fails with {@code AuthenticationFailed}, naming the option, when the options make no token.
 */
public final class SharedAccessToken {

  private SharedAccessToken() {}

  /**
   * The query that lets whoever has it do what the options say.
   *
   * @param key of the account, one that allows everything
   * @param options as the protocol names them, without {@code sig}; with {@code tn} it is a table's token, else the account's
   */
  public static String sign(SharedKey key, Map<String, String> options) {
    var query = options.entrySet().stream()
        .map(option -> option.getKey() + "=" + encoded(option.getValue()))
        .collect(Collectors.joining("&"));
    var text = SharedAccess.parse(QueryOptions.parse(query)).stringToSign(key.account());
    return query + "&" + SharedAccess.SIGNATURE + "=" + encoded(key.sign(text));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, UTF_8).replace("+", "%20");
  }
}
