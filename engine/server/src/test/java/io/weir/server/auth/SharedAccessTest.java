package io.weir.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

class SharedAccessTest {

  private static final AccountName ACCOUNT = new AccountName("account1");
  private static final SharedKey KEY = SharedKey.of(ACCOUNT, "a2V5MQ==");
  private static final Instant NOW = Instant.parse("2020-11-07T12:00:00Z");
  private static final TableName TABLE = new TableName("People");
  private static final TableName OTHER = new TableName("Other");
  private static final IndexDefinition BY_AGE = IndexDefinition.of("byAge", "Age");
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final ModelSettings settings = new ModelSettings();
  private final Authentication authentication = new Authentication(
      AccountRegistry.of(Account.of(ACCOUNT, "a2V5MQ==")),
      StoredPolicies.ofTables(account -> settings),
      Clock.fixed(NOW, ZoneOffset.UTC));
  private final ModelTableService all = new ModelTableService();
  private final Map<String, String> token = new LinkedHashMap<>();

  @BeforeEach
  void store() {
    all.createTable(TABLE).block();
    all.createTable(OTHER).block();
    for (var key : new String[] {"a/1", "b/1", "b/2", "b/3", "c/1"}) {
      all.write(TABLE, new Write.Insert(entity(key))).block();
    }
    token.putAll(
        Map.of("sv", "2019-02-02", "tn", "people", "sp", "raud", "se", "2020-11-08T00:00:00Z"));
  }

  @Test
  void tableSignatureGrantsEntitiesOfItsTableOnly() {
    var tables = tables();

    assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(5);
    assertDenied(tables.get(OTHER, new EntityKey("p", "r")), "AuthorizationFailure");
    assertDenied(tables.createTable(new TableName("More")), "AuthorizationFailure");
    assertDenied(tables.tables(Query.ALL), "AuthorizationFailure");
    assertDenied(tables.table(TABLE), "AuthorizationFailure");
    assertDenied(tables.deleteTable(TABLE), "AuthorizationFailure");
  }

  @ParameterizedTest
  @CsvSource({"r,0", "a,1", "u,2", "d,3"})
  void eachPermissionLetterAllowsOneOperation(String letter, int allowed) {
    token.put("sp", letter);
    var tables = tables();
    var attempts = List.<Publisher<?>>of(
        tables.page(TABLE, Query.ALL),
        tables.write(TABLE, new Write.Insert(entity("x/1"))),
        tables.write(TABLE, new Write.Update(entity("a/1"), WriteMode.MERGE, IfMatch.ANY)),
        tables.write(TABLE, new Write.Delete(new EntityKey("a", "1"), IfMatch.ANY)));

    for (var i = 0; i < attempts.size(); i++) {
      if (i == allowed) {
        assertThat(Flux.from(attempts.get(i)).count().block()).isOne();
      } else {
        assertDenied(attempts.get(i), "AuthorizationPermissionMismatch");
      }
    }
  }

  @Test
  void tableSignatureCountsButNeitherSeesNorChangesIndexes() {
    token.putAll(Map.of("sp", "r", "spk", "b", "epk", "b"));
    var tables = tables();

    assertThat(tables.count(TABLE, Query.ALL).block().returned()).isEqualTo(3);
    assertDenied(tables.count(OTHER, Query.ALL), "AuthorizationFailure");
    token.put("sp", "raud");
    tables = tables();
    assertDenied(tables.indexes(TABLE), "AuthorizationFailure");
    assertDenied(tables.createIndex(TABLE, BY_AGE), "AuthorizationFailure");
    assertDenied(tables.dropIndex(TABLE, BY_AGE.name()), "AuthorizationFailure");
    token.put("sp", "aud");
    assertDenied(tables().count(TABLE, Query.ALL), "AuthorizationPermissionMismatch");
  }

  @Test
  void aCountThroughAnIndexIsLimitedToTheGrantedKeys() {
    all.createIndex(TABLE, IndexDefinition.of("byRow", "RowKey")).block();
    token.putAll(Map.of("sp", "r", "spk", "b", "epk", "b"));
    var query = Query.ALL.where("RowKey eq '1'").hint(IndexHint.force(new IndexName("byRow")));

    assertThat(all.count(TABLE, query).block().returned()).isEqualTo(3);
    assertThat(tables().count(TABLE, query).block().returned()).isOne();
    assertThat(tables().page(TABLE, query).block().items()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"l,0", "c,1", "d,2"})
  void eachLetterOfAnAccountSignatureAllowsOneOperationOnIndexes(String letter, int allowed) {
    all.createIndex(TABLE, BY_AGE).block();
    token.clear();
    token.putAll(
        Map.of("sv", "2020-12-06", "ss", "t", "srt", "c", "sp", letter, "se", "2020-11-08"));
    var tables = tables();
    var attempts = List.<Publisher<?>>of(
        tables.indexes(TABLE),
        tables.createIndex(TABLE, BY_AGE),
        tables.dropIndex(TABLE, BY_AGE.name()));

    for (var i = 0; i < attempts.size(); i++) {
      if (i == allowed) {
        Flux.from(attempts.get(i)).blockLast();
      } else {
        assertDenied(attempts.get(i), "AuthorizationPermissionMismatch");
      }
    }
    token.put("srt", "o");
    assertDenied(tables().indexes(TABLE), "AuthorizationResourceTypeMismatch");
    assertDenied(tables().createIndex(TABLE, BY_AGE), "AuthorizationResourceTypeMismatch");
    assertDenied(tables().dropIndex(TABLE, BY_AGE.name()), "AuthorizationResourceTypeMismatch");
  }

  @Test
  void eachLineOfABulkWriteIsAuthorisedSeparately() {
    token.putAll(Map.of("sp", "au", "spk", "b", "epk", "b"));
    var lines = Flux.just(
        BulkLine.of(new Write.Insert(entity("b/9"))),
        BulkLine.of(new Write.Insert(entity("c/9"))),
        BulkLine.of(new Write.Delete(new EntityKey("b", "1"), IfMatch.ANY)),
        BulkLine.of(new Write.Upsert(entity("b/2"), WriteMode.MERGE), "g"),
        BulkLine.of(new Write.Delete(new EntityKey("b", "3"), IfMatch.ANY), "g"));

    var results = tables().bulk(TABLE, lines).collectList().blockOptional().orElseThrow();

    assertThat(results.get(0)).isInstanceOf(BulkResult.Done.class);
    assertThat(results.subList(1, 5))
        .extracting(result -> ((BulkResult.Refused) result).cause().code().code())
        .containsExactly(
            "AuthorizationFailure",
            "AuthorizationPermissionMismatch",
            "AuthorizationPermissionMismatch",
            "AuthorizationPermissionMismatch");
    assertThat(results).endsWith(new BulkResult.End(1, 4));
  }

  @Test
  void readOnlySignatureRejectsABulkWrite() {
    token.put("sp", "r");

    assertDenied(tables().bulk(TABLE, Flux.never()), "AuthorizationPermissionMismatch");
  }

  @ParameterizedTest
  @CsvSource({"a", "u"})
  void upsertRequiresAddAndUpdatePermission(String letter) {
    token.put("sp", letter);
    var upsert = new Write.Upsert(entity("a/1"), WriteMode.REPLACE);

    assertDenied(tables().write(TABLE, upsert), "AuthorizationPermissionMismatch");
    token.put("sp", "au");
    assertThat(tables().write(TABLE, upsert).block()).isNotNull();
  }

  @Test
  void readsReturnOnlyEntitiesWithinTheGrantedKeysInclusive() {
    token.putAll(Map.of("spk", "a", "srk", "2", "epk", "b", "erk", "2"));
    var tables = tables();

    assertThat(tables
            .query(TABLE, Query.ALL)
            .map(SharedAccessTest::text)
            .collectList()
            .block())
        .containsExactly("b/1", "b/2");
    assertThat(tables.page(TABLE, Query.ALL).block().items()).hasSize(2);
    assertThat(tables.get(TABLE, new EntityKey("b", "2")).block()).isNotNull();
    assertThat(tables.get(TABLE, new EntityKey("b", "3")).block()).isNull();
    assertThat(tables.get(TABLE, new EntityKey("a", "1")).block()).isNull();
  }

  @Test
  void writesOutsideTheGrantedKeysAreRejected() {
    token.putAll(Map.of("spk", "b", "epk", "b", "erk", "2"));
    var tables = tables();
    var inside = new Write.Delete(new EntityKey("b", "2"), IfMatch.ANY);
    var outside = new Write.Delete(new EntityKey("b", "3"), IfMatch.ANY);

    assertDenied(tables.write(TABLE, outside), "AuthorizationFailure");
    assertThatThrownBy(() -> tables.submit(TABLE, Batch.of(inside, outside)).block())
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.failedOperation()).isEqualTo(1));
    assertThat(tables.submit(TABLE, Batch.of(inside)).block()).hasSize(1);
  }

  @Test
  void rangeDeleteIsLimitedToTheGrantedKeys() {
    token.putAll(Map.of("spk", "b", "srk", "2", "epk", "b", "erk", "9"));

    tables().deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'b'")).block();

    assertThat(all.query(TABLE, Query.ALL)
            .map(SharedAccessTest::text)
            .collectList()
            .block())
        .containsExactly("a/1", "b/1", "c/1");
    token.put("sp", "ra");
    assertDenied(
        tables().deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'b'")),
        "AuthorizationPermissionMismatch");
  }

  @ParameterizedTest
  @CsvSource({
    "se,2020-11-07T12:00:00Z,signature=expired",
    "se,2020-11-07T12:00:00.0000001Z,",
    "se,2020-11-07T12:01Z,",
    "se,2020-11-08,",
    "se,2020-11-07,signature=expired",
    "se,2020-11-07T13:00:00+01:00,signature=expired",
    "se,tomorrow,expected=date in=se",
    "st,2020-11-07T12:00:00Z,",
    "st,2020-11-07T12:00:00.1Z,signature=notYetValid",
    "sip,127.0.0.1,",
    "sip,127.0.0.0-127.0.0.9,",
    "spr,'https,http',",
    "spr,'',",
    "spr,http,'expected=https|https,http in=spr'",
    "spr,'http,https','expected=https|https,http in=spr'",
    "spr,HTTPS,'expected=https|https,http in=spr'",
    "si,policy,policy=unknown",
    "srk,1,missing=spk",
    "erk,1,missing=epk",
  })
  void signatureIsValidWithinItsPeriodAddressesAndProtocols(
      String option, String value, String refusal) {
    token.put(option, value);

    if (refusal == null) {
      assertThat(tables()).isNotNull();
    } else {
      assertThatThrownBy(this::tables)
          .isInstanceOfSatisfying(AccessDeniedException.class, failure -> {
            assertThat(failure.code().code()).isEqualTo("AuthenticationFailed");
            assertThat(failure.facts()).isEqualTo(refusal);
          });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sip,10.0.0.1,AuthorizationSourceIPMismatch",
    "sip,127.0.0.2-127.0.0.9,AuthorizationSourceIPMismatch",
    "sip,::1,AuthorizationSourceIPMismatch",
    "spr,https,AuthorizationProtocolMismatch"
  })
  void otherAddressesAndProtocolsAreRejected(String option, String value, String code) {
    token.put(option, value);

    assertThatThrownBy(this::tables)
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.code().code()).isEqualTo(code));
  }

  @ParameterizedTest
  @CsvSource({"sp,raud,r", "tn,people,other", "se,2020-11-08T00:00:00Z,2030-11-08", "epk,a,b"})
  void changingASignedOptionInvalidatesTheSignature(String option, String signed, String changed) {
    token.put(option, signed);
    var signature = sign();
    token.put(option, changed);

    assertThatThrownBy(() -> tables(signature))
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.facts()).isEqualTo("signature=mismatch"));
  }

  @Test
  void storedPolicySuppliesMissingTerms() {
    storePolicy(
        "<Start>2020-11-07T00:00:00Z</Start><Expiry>2020-11-08T00:00:00Z</Expiry><Permission>r</Permission>");
    token.keySet().retainAll(Set.of("sv", "tn"));
    token.put("si", "readers");

    var tables = tables();

    assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(5);
    assertDenied(
        tables.write(TABLE, new Write.Insert(entity("x/1"))), "AuthorizationPermissionMismatch");
  }

  @ParameterizedTest
  @CsvSource({
    "<Permission>r</Permission>,missing=se",
    "<Expiry>2020-11-08T00:00:00Z</Expiry>,missing=sp",
    "<Expiry>2020-11-07T12:00:00Z</Expiry><Permission>r</Permission>,signature=expired",
  })
  void termMissingFromSignatureAndPolicyIsRejected(String terms, String refusal) {
    storePolicy(terms);
    token.keySet().retainAll(Set.of("sv", "tn"));
    token.put("si", "readers");

    assertAuthenticationFailed(refusal, this::tables);
  }

  @Test
  void signatureWithoutTableNameAppliesToTheTableInThePath() {
    storePolicy("<Expiry>2020-11-08T00:00:00Z</Expiry><Permission>r</Permission>");
    token.keySet().retainAll(Set.of("sv"));
    token.put("si", "readers");
    var signature = signOf("people");

    for (var path : List.of("People", "people()", "People(PartitionKey='a',RowKey='1')")) {
      var tables = tables(path, signature);
      assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(5);
      assertDenied(tables.page(OTHER, Query.ALL), "AuthorizationFailure");
    }
    assertAuthenticationFailed("signature=mismatch", () -> tables("Other", signature));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Tables", "Tables('People')", "$batch", "People(", "a"})
  void signatureWithoutTableNameIsRejectedIfThePathNamesNoTable(String path) {
    token.remove("tn");

    assertAuthenticationFailed("missing=tn", () -> tables(path, signOf("people")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sig=AAAA", "sig=", "se=2030-11-08", "sp=raud", "sv=2019-02-02"})
  void repeatedOptionIsRejected(String again) {
    var name = again.substring(0, again.indexOf('='));

    assertAuthenticationFailed(
        "optionGivenTwice=" + name, () -> tables("People", sign() + "&" + again));
  }

  @Test
  void accountSignatureIsLimitedToItsServicesAndResourceTypes() {
    token.clear();
    token.putAll(
        Map.of("sv", "2020-12-06", "ss", "bt", "srt", "o", "sp", "rl", "se", "2020-11-08"));

    assertThat(tables().query(TABLE, Query.ALL).count().block()).isEqualTo(5);
    assertDenied(tables().tables(Query.ALL), "AuthorizationResourceTypeMismatch");
    token.put("srt", "co");
    assertThat(tables().tables(Query.ALL).block().items()).hasSize(2);
    assertDenied(tables().deleteTable(TABLE), "AuthorizationPermissionMismatch");
    token.put("ss", "b");
    assertThatThrownBy(this::tables)
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.code().code()).isEqualTo("AuthorizationServiceMismatch"));
  }

  private void storePolicy(String terms) {
    var policies = "<SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy>" + terms
        + "</AccessPolicy></SignedIdentifier></SignedIdentifiers>";
    StoredPolicies.ofTables(account -> settings)
        .replace(ACCOUNT, TABLE, AccessPolicies.parse(policies.getBytes(UTF_8)))
        .block();
  }

  private static void assertAuthenticationFailed(String facts, ThrowingCallable attempt) {
    assertThatThrownBy(attempt).isInstanceOfSatisfying(AccessDeniedException.class, failure -> {
      assertThat(failure.code().code()).isEqualTo("AuthenticationFailed");
      assertThat(failure.facts()).isEqualTo(facts);
    });
  }

  /** Builds the string-to-sign by hand from the documentation. */
  private String sign() {
    var version = token.get("sv");
    if (!token.containsKey("tn")) {
      return KEY.sign("account1\n" + value("sp") + "\n" + value("ss") + "\n" + value("srt") + "\n"
          + value("st") + "\n" + value("se") + "\n" + value("sip") + "\n" + value("spr") + "\n"
          + version + "\n" + value("ses") + "\n");
    }
    return signOf(value("tn"));
  }

  private String signOf(String table) {
    return KEY.sign(value("sp") + "\n" + value("st") + "\n" + value("se") + "\n/table/account1/"
        + table + "\n" + value("si") + "\n" + value("sip") + "\n" + value("spr") + "\n"
        + value("sv") + "\n" + value("spk") + "\n" + value("srk") + "\n" + value("epk") + "\n"
        + value("erk"));
  }

  private String value(String option) {
    return token.getOrDefault(option, "");
  }

  private TableService tables() {
    return tables(sign());
  }

  private TableService tables(String signature) {
    return tables("People", URLEncoder.encode(signature, UTF_8));
  }

  private TableService tables(String path, String signature) {
    var query = token.entrySet().stream()
        .map(option -> option.getKey() + "=" + URLEncoder.encode(option.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
    var target = "/account1/" + path + "?" + query + "&sig=" + signature.replace("+", "%2B");
    return authentication
        .authenticate(TestHeads.of("GET", target), new Sender(HERE, false))
        .view()
        .apply(all);
  }

  private static void assertDenied(Publisher<?> attempt, String code) {
    assertThatThrownBy(() -> Flux.from(attempt).blockLast())
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.code().code()).isEqualTo(code));
  }

  private static Entity entity(String key) {
    var slash = key.indexOf('/');
    return Entity.builder(key.substring(0, slash), key.substring(slash + 1)).build();
  }

  private static String text(Entity entity) {
    return entity.partitionKey() + "/" + entity.rowKey();
  }
}
