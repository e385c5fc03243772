package io.weir.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Write;
import io.weir.server.ModelSettings;
import io.weir.server.request.Sender;
import io.weir.server.request.TestHeads;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.StoredPolicies;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * Access to a store of two tables with a signature over the options in {@link #token}.
 *
 * <p>The options allow every operation on the entities of one table, until a test changes them.
 */
final class SignedAccess {

  static final TableName TABLE = new TableName("People");
  static final TableName OTHER = new TableName("Other");

  private static final AccountName ACCOUNT = new AccountName("account1");
  private static final SharedKey KEY = SharedKey.of(ACCOUNT, "a2V5MQ==");
  private static final Instant NOW = Instant.parse("2020-11-07T12:00:00Z");
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  /** The store without limits of access. */
  final ModelTableService all = new ModelTableService();

  /** The signed options by name. */
  final Map<String, String> token = new LinkedHashMap<>();

  private final ModelSettings settings = new ModelSettings();
  private final Authentication authentication = new Authentication(
      AccountRegistry.of(Account.of(ACCOUNT, "a2V5MQ==")),
      StoredPolicies.ofTables(account -> settings),
      Clock.fixed(NOW, ZoneOffset.UTC));

  SignedAccess() {
    all.createTable(TABLE).block();
    all.createTable(OTHER).block();
    for (var key : new String[] {"a/1", "b/1", "b/2", "b/3", "c/1"}) {
      all.write(TABLE, new Write.Insert(entity(key))).block();
    }
    token.putAll(
        Map.of("sv", "2019-02-02", "tn", "people", "sp", "raud", "se", "2020-11-08T00:00:00Z"));
  }

  /** Stores the policy "readers" of the table. */
  void storePolicy(String terms) {
    var policies = "<SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy>" + terms
        + "</AccessPolicy></SignedIdentifier></SignedIdentifiers>";
    StoredPolicies.ofTables(account -> settings)
        .replace(ACCOUNT, TABLE, AccessPolicies.parse(policies.getBytes(UTF_8)))
        .block();
  }

  /** Builds the string-to-sign by hand from the documentation. */
  String sign() {
    var version = token.get("sv");
    if (!token.containsKey("tn")) {
      return KEY.sign("account1\n" + value("sp") + "\n" + value("ss") + "\n" + value("srt") + "\n"
          + value("st") + "\n" + value("se") + "\n" + value("sip") + "\n" + value("spr") + "\n"
          + version + "\n" + value("ses") + "\n");
    }
    return signOf(value("tn"));
  }

  /** Signs the options as those of a table. */
  String signOf(String table) {
    return KEY.sign(value("sp") + "\n" + value("st") + "\n" + value("se") + "\n/table/account1/"
        + table + "\n" + value("si") + "\n" + value("sip") + "\n" + value("spr") + "\n"
        + value("sv") + "\n" + value("spk") + "\n" + value("srk") + "\n" + value("epk") + "\n"
        + value("erk"));
  }

  private String value(String option) {
    return token.getOrDefault(option, "");
  }

  /** Returns the view of the store that the signed options grant. */
  TableService tables() {
    return tables(sign());
  }

  TableService tables(String signature) {
    return tables("People", URLEncoder.encode(signature, UTF_8));
  }

  TableService tables(String path, String signature) {
    var query = token.entrySet().stream()
        .map(option -> option.getKey() + "=" + URLEncoder.encode(option.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
    var target = "/account1/" + path + "?" + query + "&sig=" + signature.replace("+", "%2B");
    return authentication
        .authenticate(TestHeads.of("GET", target), new Sender(HERE, false))
        .view()
        .apply(all);
  }

  static void assertDenied(Publisher<?> attempt, String code) {
    assertThatThrownBy(() -> Flux.from(attempt).blockLast())
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.code().code()).isEqualTo(code));
  }

  static void assertAuthenticationFailed(String facts, ThrowingCallable attempt) {
    assertThatThrownBy(attempt).isInstanceOfSatisfying(AccessDeniedException.class, failure -> {
      assertThat(failure.code().code()).isEqualTo("AuthenticationFailed");
      assertThat(failure.facts()).isEqualTo(facts);
    });
  }

  static Entity entity(String key) {
    var slash = key.indexOf('/');
    return Entity.builder(key.substring(0, slash), key.substring(slash + 1)).build();
  }

  static String text(Entity entity) {
    return entity.partitionKey() + "/" + entity.rowKey();
  }
}
