package io.weir.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A shared access signature of the development account, in the form of a query. The strings to sign
 * are written by hand.
 */
public final class SharedAccessToken {

  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);

  private SharedAccessToken() {}

  /** Returns a signature for a table, with further options. */
  public static String ofTable(String table, Map<String, String> terms) {
    var options = new LinkedHashMap<>(terms);
    options.put("sv", "2019-02-02");
    options.put("tn", table);
    return query(
        options,
        values(options, "sp", "st", "se")
            + "/table/" + AccountName.DEVELOPMENT + "/" + table + "\n"
            + values(options, "si", "sip", "spr", "sv", "spk", "srk", "epk")
            + options.getOrDefault("erk", ""));
  }

  /** Returns a signature for the account, with further options. */
  public static String ofAccount(Map<String, String> terms) {
    var options = new LinkedHashMap<>(terms);
    options.put("sv", "2019-02-02");
    options.put("ss", "t");
    return query(
        options,
        AccountName.DEVELOPMENT + "\n"
            + values(options, "sp", "ss", "srt", "st", "se", "sip", "spr", "sv"));
  }

  private static String values(Map<String, String> options, String... names) {
    var lines = new StringBuilder();
    for (var name : names) {
      lines.append(options.getOrDefault(name, "")).append('\n');
    }
    return lines.toString();
  }

  private static String query(Map<String, String> options, String stringToSign) {
    options.put("sig", KEY.sign(stringToSign));
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + URLEncoder.encode(option.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }
}
