package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.AccessPath;
import io.weir.api.Aggregates;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.api.wire.Frame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** The doors of indexes and aggregates as requests and answers, in each dialect. */
final class RemoteIndexesTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String INDEXES = "/devstoreaccount1/People?comp=index";
  private static final IndexName BY_AGE = new IndexName("byAge");
  private static final IndexDefinition DEFINITION = new IndexDefinition(
      BY_AGE,
      List.of(SortProperty.descending("Age"), SortProperty.ascending("Name")),
      IndexDefinition.of("any", "Age").where("Kind eq 'Owl'").where(),
      true,
      true);

  private final ScriptedServer server = new ScriptedServer();
  private final List<WeirClient> clients = new ArrayList<>();

  /** The dialects that a client can be told to speak. */
  enum Spoken {
    STREAMING(DialectChoice.STREAMING),
    REST(DialectChoice.REST);

    private final DialectChoice choice;

    Spoken(DialectChoice choice) {
      this.choice = choice;
    }
  }

  @AfterEach
  void close() {
    clients.forEach(client -> client.closeLater().block(PATIENCE));
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void aDefinitionIsPutUnderItsName(Spoken dialect) {
    var body = new ArrayList<String>();
    server.thenMeanwhile((request, response) -> request
        .receive()
        .aggregate()
        .asString()
        .doOnNext(body::add)
        .then(response.status(201).send()));

    client(dialect).createIndex(TABLE, DEFINITION).block(PATIENCE);

    assertThat(server.requests()).containsExactly("PUT " + INDEXES + "&name=byAge");
    assertThat(body)
        .containsExactly(
            "{\"properties\":[{\"name\":\"Age\",\"descending\":true},{\"name\":\"Name\"}],"
                + "\"where\":\"Kind eq 'Owl'\",\"unique\":true,\"withMissing\":false}");
  }

  @ParameterizedTest
  @EnumSource
  void anotherDefinitionOfTheNameIsAConflict(Spoken dialect) {
    answer(409, error("ResourceAlreadyExists", "index=byAge"));

    var failure = catchThrowableOfType(
        ConflictException.class,
        () -> client(dialect).createIndex(TABLE, DEFINITION).block(PATIENCE));

    assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_ALREADY_EXISTS);
    assertThat(failure.facts()).contains("index=byAge");
  }

  @ParameterizedTest
  @EnumSource
  void aListHasDefinitionsAndStates(Spoken dialect) {
    answer(200, """
        {"value":[
          {"name":"byAge","properties":[{"name":"Age","descending":true},{"name":"Name"}],"where":"Kind eq 'Owl'",
           "unique":true,"withMissing":false,"state":"readable","progress":1.0,"entries":3,"bytes":120},
          {"name":"byName","properties":[{"name":"Name"}],"state":"backfilling","progress":0.5,"entries":1,"bytes":40}]}
        """);

    var indexes = client(dialect).indexes(TABLE).block(PATIENCE);

    assertThat(indexes)
        .containsExactly(
            new IndexStatus(DEFINITION, IndexState.READABLE, 1, 3, 120),
            new IndexStatus(
                IndexDefinition.of("byName", "Name"), IndexState.BACKFILLING, 0.5, 1, 40));
    assertThat(server.requests()).containsExactly("GET " + INDEXES);
  }

  @ParameterizedTest
  @EnumSource
  void anIndexIsDroppedByName(Spoken dialect) {
    answer(204, "");

    client(dialect).dropIndex(TABLE, BY_AGE).block(PATIENCE);

    assertThat(server.requests()).containsExactly("DELETE " + INDEXES + "&name=byAge");
  }

  @ParameterizedTest
  @EnumSource
  void anAbsentIndexIsNamedSo(Spoken dialect) {
    answer(404, error("ResourceNotFound", "index=byAge"));

    var failure = catchThrowableOfType(
        NotFoundException.class, () -> client(dialect).dropIndex(TABLE, BY_AGE).block(PATIENCE));

    assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
  }

  @ParameterizedTest
  @EnumSource
  void aServiceWithoutIndexesRefusesByItsOwnError(Spoken dialect) {
    for (var i = 0; i < 3; i++) {
      answer(501, error("NotImplemented", ""));
    }
    var client = client(dialect);

    assertThat(List.of(
            refusal(client.createIndex(TABLE, DEFINITION)),
            refusal(client.indexes(TABLE)),
            refusal(client.dropIndex(TABLE, BY_AGE))))
        .extracting(TableServiceException::code)
        .containsOnly(ErrorCode.NOT_IMPLEMENTED);
  }

  @ParameterizedTest
  @EnumSource
  void aServiceThatAnswersWithEntitiesHasNoIndexes(Spoken dialect) {
    answer(200, "{\"value\":[{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}]}");

    assertThat(refusal(client(dialect).indexes(TABLE)).code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED);
  }

  @Test
  void anAggregationIsOneRequestWhoseAnswerHasGroupsAndTheReport() {
    var report = new QueryReport(AccessPath.INDEX_RANGE, "byAge", 2, 9, 7);
    var owls = Entity.builder("", "").set("Kind", "Owl").set("Total", 7L).build();
    server.thenFrames(
        new Frame.Item(new StreamItem.Row(owls)), new Frame.Item(new StreamItem.End(report)));

    var answer = client(Spoken.STREAMING)
        .aggregate(
            TABLE,
            Query.ALL
                .where("Age gt 30")
                .select("Name")
                .hint(IndexHint.force(BY_AGE))
                .top(9),
            Aggregation.of(Aggregate.sum("Age", "Total")).groupBy("Kind"))
        .block(PATIENCE);

    assertThat(answer).isEqualTo(new Aggregates(List.of(owls), report));
    assertThat(server.requests())
        .containsExactly("GET /devstoreaccount1/People()?$filter=Age gt 30&$top=9"
            + "&$apply=groupby((Kind),aggregate(Age with sum as Total))");
    assertThat(server.headers().get(0).get("x-weir-index")).isEqualTo("byAge");
  }

  @Test
  void aCountIsAnAggregation() {
    var counted = new QueryReport(AccessPath.TABLE_SCAN, 1, 0, 7);
    server.thenFrames(
        new Frame.Item(
            new StreamItem.Row(Entity.builder("", "").set("Count", 7L).build())),
        new Frame.Item(new StreamItem.End(counted)));

    assertThat(client(Spoken.STREAMING).count(TABLE, Query.ALL).block(PATIENCE)).isEqualTo(counted);
    assertThat(server.requests())
        .containsExactly("GET /devstoreaccount1/People()?$apply=aggregate($count as Count)");
  }

  @Test
  void anAggregationThatBreaksOffFails() {
    server.thenFrames(new Frame.Item(new StreamItem.Row(Entity.builder("", "").build())));

    var failure = catchThrowableOfType(
        ServiceFailedException.class,
        () -> client(Spoken.STREAMING).count(TABLE, Query.ALL).block(PATIENCE));

    assertThat(failure.facts()).contains("pageWithoutEnd");
  }

  @Test
  void theRestDialectAggregatesByReading() {
    answer(200, """
        {"value":[{"odata.etag":"W/\\"datetime'2026-05-01T00%3A00%3A00.0000000Z'\\"",
          "PartitionKey":"p","RowKey":"r","Timestamp":"2026-05-01T00:00:00.0000000Z","Age":3},
          {"odata.etag":"W/\\"datetime'2026-05-01T00%3A00%3A00.0000000Z'\\"",
          "PartitionKey":"p","RowKey":"s","Timestamp":"2026-05-01T00:00:00.0000000Z","Age":4}]}
        """);

    var answer = client(Spoken.REST)
        .aggregate(
            TABLE, Query.ALL, Aggregation.of(Aggregate.sum("Age", "Total")).groupBy("PartitionKey"))
        .block(PATIENCE);

    assertThat(answer.groups())
        .containsExactly(Entity.builder("p", "").set("Total", 7L).build());
    assertThat(server.requests().get(0)).endsWith("$select=PartitionKey,RowKey,Timestamp,Age");
  }

  @Test
  void theRestDialectCountsByReading() {
    answer(200, """
        {"value":[{"odata.etag":"W/\\"datetime'2026-05-01T00%3A00%3A00.0000000Z'\\"",
          "PartitionKey":"p","RowKey":"r","Timestamp":"2026-05-01T00:00:00.0000000Z"}]}
        """);

    var report = client(Spoken.REST).count(TABLE, Query.ALL).block(PATIENCE);

    assertThat(report.returned()).isEqualTo(1);
    assertThat(server.requests().get(0)).doesNotContain("$count");
  }

  @Test
  void theRestDialectRefusesAnOrderBeforeAnythingIsSent() {
    var ordered = Query.ALL.orderBy(SortProperty.ascending("Age"));
    var client = client(Spoken.REST);

    assertThat(List.of(
            refusal(client.page(TABLE, ordered)),
            refusal(client.query(TABLE, ordered).then()),
            refusal(client.count(TABLE, ordered))))
        .allSatisfy(failure -> {
          assertThat(failure.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED);
          assertThat(failure.facts()).isEqualTo("dialect=rest lacks=orderBy");
        });
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void theRestDialectForcesAnIndexOfAServiceThatReportsItsPlan() {
    server.then((request, response) -> response
        .header("x-weir-plan", "path=INDEX_RANGE index=byAge ranges=1 scanned=0 returned=0")
        .sendString(Mono.just("{\"value\":[]}")));

    client(Spoken.REST).page(TABLE, Query.ALL.hint(IndexHint.force(BY_AGE))).block(PATIENCE);

    assertThat(server.headers().get(0).get("x-weir-index")).isEqualTo("byAge");
  }

  @Test
  void aForcedIndexThatTheServiceIgnoresIsNotImplemented() {
    answer(200, "{\"value\":[]}");

    var failure = refusal(client(Spoken.REST).page(TABLE, Query.ALL.hint(IndexHint.force(BY_AGE))));

    assertThat(failure).isInstanceOf(InvalidRequestException.class);
    assertThat(failure.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED);
    assertThat(failure.facts()).isEqualTo("dialect=rest lacks=index");
  }

  private static TableServiceException refusal(Mono<?> call) {
    return catchThrowableOfType(TableServiceException.class, () -> call.block(PATIENCE));
  }

  private void answer(int status, String body) {
    server.then((request, response) -> response
        .status(status)
        .header("Content-Type", "application/json")
        .sendString(Mono.just(body)));
  }

  private static String error(String code, String text) {
    return "{\"odata.error\":{\"code\":\"" + code
        + "\",\"message\":{\"lang\":\"en-US\",\"value\":\"" + text + "\"}}}";
  }

  private WeirClient client(Spoken dialect) {
    var client = server.client().dialect(dialect.choice).connect();
    clients.add(client);
    return client;
  }
}
