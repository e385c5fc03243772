package io.weir.server.rest;

import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.WeirClient;
import io.weir.server.EngineServer;
import io.weir.server.SharedAccessToken;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A failed write and a feed name the keys of other entities only to a signature that may query
 * them.
 */
final class ToldHoldersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final TableName PATIENTS = new TableName("Patients");
  private static final String HOLDER = "anna";
  private static final Map<String, String> MINE = Map.of("spk", "mine", "epk", "mine");

  @RegisterExtension
  static final EngineServer STORE = EngineServer.start();

  @BeforeAll
  static void prepare() {
    var tables = STORE.engine().account(AccountName.DEVELOPMENT);
    tables.createTable(PATIENTS).block(PATIENCE);
    for (var index : List.of(
        IndexDefinition.of("byMail", "Mail").where("Mail gt ''"),
        IndexDefinition.of("byLength", "ContentLength").where("ContentLength gt 0"))) {
      tables.createIndex(PATIENTS, index.uniquely()).block(PATIENCE);
    }
    RestrictedSignaturesTest.awaitReadable(tables, PATIENTS);
    var holder = Entity.builder("secret", HOLDER)
        .set("Mail", "taken@x")
        .set("ContentLength", 5L)
        .build();
    tables.write(PATIENTS, new Write.Insert(holder)).block(PATIENCE);
    var own = Entity.builder("mine", "own").set("Mail", "own@x").build();
    tables.write(PATIENTS, new Write.Insert(own)).block(PATIENCE);
  }

  /** A way to write: returns everything that the sender is told. */
  private record Door(String name, Function<String, String> write) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Door> doors() {
    var taken = "\"Mail\":\"taken@x\"";
    var inserted = "{\"PartitionKey\":\"mine\",\"RowKey\":\"new\"," + taken + "}";
    var insert = new Write.Insert(entity("new"));
    var upsert = new Write.Upsert(entity("own"), WriteMode.MERGE);
    return Stream.of(
        new Door("insert", sas -> http(sas, "POST", "/Patients", inserted, Map.of())),
        new Door(
            "upsert",
            sas -> http(
                sas,
                "PUT",
                "/Patients(PartitionKey='mine',RowKey='own')",
                "{" + taken + "}",
                Map.of())),
        new Door(
            "update",
            sas -> http(
                sas,
                "PATCH",
                "/Patients(PartitionKey='mine',RowKey='own')",
                "{" + taken + "}",
                Map.of("If-Match", "*"))),
        new Door(
            "bulk",
            sas -> http(
                sas,
                "POST",
                "/Patients/$bulk",
                "{\"$op\":\"insert\"," + inserted.substring(1),
                Map.of("Content-Type", "application/x-ndjson"))),
        new Door("batch", sas -> batch(sas, inserted, Map.of())),
        new Door("joint commit", sas -> batch(sas, inserted, Map.of("x-weir-scope", "account"))),
        new Door(
            "value",
            sas -> http(
                sas,
                "PUT",
                "/Patients(PartitionKey='mine',RowKey='r')/$value/photo",
                "12345",
                Map.of("Content-Type", "text/plain"))),
        new Door("write of the client", client(weir -> weir.write(PATIENTS, insert))),
        new Door("upsert of the client", client(weir -> weir.write(PATIENTS, upsert))),
        new Door("batch of the client", client(weir -> weir.submit(PATIENTS, Batch.of(insert)))),
        new Door(
            "joint commit of the client",
            client(weir -> weir.commit(JointCommit.of(TableWrite.of(PATIENTS, insert))))),
        new Door(
            "bulk of the client",
            sas -> told(
                sas,
                weir -> weir.bulk(PATIENTS, Flux.just(BulkLine.of(insert)))
                    .ofType(BulkResult.Refused.class)
                    .map(refused -> refused.cause().code().code() + refused.cause())
                    .blockFirst(PATIENCE))));
  }

  @ParameterizedTest
  @MethodSource("doors")
  void theHolderOfAValueIsNotToldToASignatureThatMayNotQueryIt(Door door) {
    for (var terms : List.of(Map.of("sp", "au"), with(MINE, "sp", "au"), with(MINE, "sp", "rau"))) {
      assertThat(door.write().apply(signature(terms)))
          .as("%s with %s", door, terms)
          .contains("UniqueIndexViolation")
          .contains("index=by")
          .doesNotContain(HOLDER)
          .doesNotContain("secret");
    }
  }

  @ParameterizedTest
  @MethodSource("doors")
  void theHolderOfAValueIsToldToASignatureThatMayQueryIt(Door door) {
    assertThat(door.write().apply(signature(Map.of("sp", "rau"))))
        .contains("UniqueIndexViolation")
        .contains("holder=secret," + HOLDER);
    assertThat(door.write()
            .apply(signature(Map.of("sp", "rau", "spk", "mine", "epk", "secret", "erk", HOLDER))))
        .contains("holder=secret," + HOLDER);
    assertThat(door.write()
            .apply(signature(Map.of("sp", "rau", "spk", "mine", "epk", "secret", "erk", "ann"))))
        .doesNotContain(HOLDER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/$value/photo"})
  void aFailedConditionDoesNotTellTheStoredVersion(String value) {
    var stored = "/Patients(PartitionKey='mine',RowKey='old')" + value;
    var made = unsigned(
            STORE.server(), "PUT", stored + "?" + signature(Map.of("sp", "raud")), "{\"A\":17}")
        .send();
    var version = made.headers().firstValue("ETag").orElseThrow();
    var headers =
        Map.of("If-Match", value.isEmpty() ? "W/\"datetime'2001-01-01T00%3A00%3A00Z'\"" : "\"x\"");

    var answer = http(signature(Map.of("sp", "u")), "PUT", stored, "{\"A\":18}", headers);

    assertThat(answer)
        .contains("UpdateConditionNotSatisfied")
        .doesNotContain("Ticks")
        .doesNotContain("tag=")
        .doesNotContain(version);
  }

  /**
   * Whether a key is taken cannot be hidden from a sender that may add it, and nor can whether it
   * is absent from one that may update it.
   */
  @Test
  void aRefusedWriteTellsNoMoreThanThatTheEntityExistsOrNot() {
    var secret = "/Patients(PartitionKey='secret',RowKey='" + HOLDER + "')";
    var inserted = "{\"PartitionKey\":\"secret\",\"RowKey\":\"" + HOLDER + "\"}";
    var any = Map.of("If-Match", "*");

    assertThat(http(signature(Map.of("sp", "a")), "POST", "/Patients", inserted, Map.of()))
        .contains("EntityAlreadyExists")
        .doesNotContain("taken@x");
    assertThat(
            http(signature(Map.of("sp", "u")), "PATCH", secret.replace(HOLDER, "none"), "{}", any))
        .contains("ResourceNotFound");
    assertThat(http(signature(Map.of("sp", "r")), "PATCH", secret, "{}", any))
        .contains("AuthorizationPermissionMismatch");
  }

  @Test
  void aRemovedRangeIsToldWithinTheGrantedKeysOnly() {
    var table = new TableName("Emptied");
    var tables = STORE.engine().account(AccountName.DEVELOPMENT);
    tables.createTable(table).block(PATIENCE);
    var last = Entity.builder("mine", "last").build();
    var emptied = tables
        .deleteRange(
            table,
            FilterParser.parse("PartitionKey ge 'a1-secret' and PartitionKey le 'x9-secret'"))
        .then(tables.write(table, new Write.Insert(last)));

    assertThat(follow(table, emptied))
        .filteredOn(FeedItem.RangeRemoved.class::isInstance)
        .isNotEmpty()
        .allSatisfy(item -> {
          var removed = (FeedItem.RangeRemoved) item;
          assertThat(removed.toString()).doesNotContain("secret");
          assertThat(text(removed.from().toByteArray())).startsWith("mine");
          assertThat(text(removed.to().toByteArray())).startsWith("mine");
        });
  }

  /** A token of the beginning names the key up to which the entities were read. */
  @Test
  void noTokenOfAFeedNamesAKeyOutsideOfTheRange() {
    var table = new TableName("Followed");
    var tables = STORE.engine().account(AccountName.DEVELOPMENT);
    tables.createTable(table).block(PATIENCE);
    var lines = IntStream.range(0, 16 * 300)
        .mapToObj(i -> Entity.builder(i % 16 == 0 ? "mine" : "secret" + i % 16, "anna" + i)
            .set("Filler", "x".repeat(2_000))
            .build())
        .map(each -> BulkLine.of(new Write.Insert(each)));
    tables.bulk(table, Flux.fromStream(lines)).blockLast(PATIENCE);
    var last = Entity.builder("mine", "last").build();

    var items = follow(table, tables.write(table, new Write.Insert(last)));

    assertThat(items).hasSizeGreaterThan(301);
    assertThat(items.stream()
            .map(item -> text(Base64.getUrlDecoder().decode(item.token().text()))))
        .noneMatch(token -> token.contains("secret"));
  }

  /**
   * Returns the items from the beginning to the write, which is carried out after the first item.
   */
  private static List<FeedItem> follow(TableName table, Mono<WriteResult> write) {
    var items = new ArrayList<FeedItem>();
    var name = table.value().toLowerCase(Locale.ROOT);
    try (var weir = connect(SharedAccessToken.ofTable(name, terms(with(MINE, "sp", "r"))))) {
      weir.changes(FeedScope.of(table), FeedStart.BEGINNING)
          .concatMap(item -> items.isEmpty() ? write.thenReturn(item) : Mono.just(item))
          .doOnNext(items::add)
          .takeUntil(item ->
              item instanceof FeedItem.Change change && change.cause() == FeedItem.Cause.WRITE)
          .blockLast(PATIENCE);
    }
    return items;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static Entity entity(String row) {
    return Entity.builder("mine", row).set("Mail", "taken@x").build();
  }

  private static String batch(String sas, String entity, Map<String, String> headers) {
    var operation = BatchBody.operation(
        STORE.server(),
        "POST",
        "/Patients",
        "Content-Type: application/json\r\nAccept: application/json;odata=nometadata\r\n\r\n"
            + entity);
    return http(
        sas,
        "POST",
        "/$batch",
        BatchBody.changeSet(operation),
        with(headers, "Content-Type", BatchBody.TYPE));
  }

  private static String http(
      String sas, String method, String resource, String body, Map<String, String> headers) {
    var request = unsigned(STORE.server(), method, resource + "?" + sas, body);
    headers.forEach(request::header);
    var answer = request.send();
    return answer.headers().map() + answer.body();
  }

  private static Function<String, String> client(Function<WeirClient, Mono<?>> write) {
    return sas -> told(sas, weir -> {
      var failure = catchThrowable(() -> write.apply(weir).block(PATIENCE));
      assertThat(failure).isInstanceOf(ConflictException.class);
      return ((ConflictException) failure).code().code() + failure;
    });
  }

  private static String told(String sas, Function<WeirClient, String> use) {
    try (var weir = connect(sas)) {
      return use.apply(weir);
    }
  }

  private static WeirClient connect(String sas) {
    return WeirClient.builder()
        .endpoint(STORE.server().accountUrl())
        .sharedAccessSignature(sas)
        .loops(1)
        .connect();
  }

  private static String signature(Map<String, String> terms) {
    return SharedAccessToken.ofTable("patients", terms(terms));
  }

  private static Map<String, String> terms(Map<String, String> terms) {
    return with(terms, "se", "2099-01-01T00:00:00Z");
  }

  private static Map<String, String> with(Map<String, String> terms, String name, String value) {
    var all = new HashMap<>(terms);
    all.put(name, value);
    return all;
  }
}
