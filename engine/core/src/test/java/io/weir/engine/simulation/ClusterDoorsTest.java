package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ConsumerName;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.NamedConsumer;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueListing;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** No door of a node that does not lead answers from its own catalog, which may be old. */
@ExtendWith(Quiet.class)
final class ClusterDoorsTest {

  private static final TableName RAIN = new TableName("Rain");
  private static final TableName SNOW = new TableName("Snow");
  private static final QueueName ORDERS = new QueueName("orders");
  private static final QueueName BILLS = new QueueName("bills");
  private static final ConsumerName READER = new ConsumerName("reader");
  private static final ConsumerName WRITER = new ConsumerName("writer");
  private static final IndexDefinition BY_AGE = IndexDefinition.of("byAge", "Age");

  @TempDir
  Path folder;

  private SimulatedNodes nodes;
  private NamedConsumer consumer;

  /** The first names of everything are in the follower's catalog, the second ones are not. */
  @BeforeEach
  void open() throws IOException {
    nodes = new SimulatedNodes(
        1,
        id -> StoreOptions.in(folder.resolve(id))
            .withPartitionGroups(2)
            .withSegmentBytes(64 << 10)
            .withCheckpointLogBytes(1 << 30));
    nodes.openAll();
    var a = nodes.lead("a");
    make(a, RAIN, ORDERS, READER);
    for (var looks = 0; looks < 3; looks++) {
      nodes.letTimePass(Duration.ofSeconds(5));
    }
    make(a, SNOW, BILLS, WRITER);
    assertThat(knows(RAIN) && !knows(SNOW)).isTrue();
  }

  private boolean knows(TableName name) {
    return nodes.engine("b").store().catalog().find(Users.ACCOUNT, name) != null;
  }

  private void make(Engine engine, TableName table, QueueName queue, ConsumerName name) {
    var tables = engine.account(Users.ACCOUNT);
    done(tables.createTable(table));
    done(tables.createIndex(table, BY_AGE));
    done(engine.queues(Users.ACCOUNT).create(queue));
    consumer = done(tables.consumers().create(name, Optional.of(table), FeedStart.NOW));
  }

  private <T> T done(Mono<T> mono) {
    var heard = new ArrayList<T>();
    var ended = new ArrayList<Boolean>();
    mono.subscribe(
        heard::add,
        failure -> {
          throw new AssertionError(failure);
        },
        () -> ended.add(true));
    for (var looks = 0; looks < 20 && ended.isEmpty(); looks++) {
      nodes.letTimePass(Duration.ofMillis(100));
    }
    assertThat(ended).hasSize(1);
    return heard.isEmpty() ? null : heard.get(0);
  }

  @AfterEach
  void close() throws IOException {
    for (var id : nodes.ids()) {
      nodes.close(id);
    }
  }

  @Test
  void aFollowerAnswersNothingAboutWhatItsCatalogHas() {
    expectAllRefused(doors(RAIN, ORDERS, READER));
  }

  @Test
  void aFollowerAnswersNothingAboutWhatItsCatalogLacks() {
    expectAllRefused(doors(SNOW, BILLS, WRITER));
  }

  private void expectAllRefused(Map<String, Supplier<Publisher<?>>> doors) {
    var answers = new TreeMap<String, Object>();
    doors.forEach((name, door) -> answers.put(name, "nothing"));
    doors.forEach((name, door) -> Flux.defer(() -> Flux.<Object>from(door.get()))
        .subscribe(
            answer -> answers.put(name, answer),
            failure -> answers.put(
                name,
                failure instanceof ServiceBusyException busy
                        && busy.facts().contains("reason=notLeader")
                    ? "refused"
                    : failure),
            () -> answers.merge(
                name, "completed", (known, end) -> known.equals("nothing") ? end : known)));
    nodes.settle();
    nodes.letTimePass(Duration.ofSeconds(1));

    assertThat(answers).hasSize(doors.size());
    answers.values().removeIf("refused"::equals);
    assertThat(answers).isEmpty();
  }

  private Map<String, Supplier<Publisher<?>>> doors(
      TableName table, QueueName queue, ConsumerName name) {
    var doors = new TreeMap<String, Supplier<Publisher<?>>>();
    ofTables(nodes.engine("b"), table, doors);
    ofFeeds(nodes.engine("b"), table, name, doors);
    ofQueues(nodes.engine("b"), table, queue, doors);
    return doors;
  }

  private static void ofTables(
      Engine engine, TableName table, Map<String, Supplier<Publisher<?>>> doors) {
    var tables = engine.account(Users.ACCOUNT);
    var key = new EntityKey("p", "r");
    var write = new Write.Upsert(Entity.builder("p", "r").set("A", 1).build(), WriteMode.REPLACE);
    var joint = JointCommit.of(TableWrite.of(table, write));
    doors.put("createTable", () -> tables.createTable(table));
    doors.put("deleteTable", () -> tables.deleteTable(table));
    doors.put("table", () -> tables.table(table));
    doors.put("tables", () -> tables.tables(Query.ALL));
    doors.put("get", () -> tables.get(table, key));
    doors.put("write", () -> tables.write(table, write));
    doors.put("submit", () -> tables.submit(table, Batch.of(write)));
    doors.put("commit", () -> tables.commit(joint));
    doors.put("getAll", () -> tables.getAll(List.of(new TableKey(table, key))));
    doors.put(
        "deleteRange", () -> tables.deleteRange(table, FilterParser.parse("PartitionKey eq 'p'")));
    doors.put("createIndex", () -> tables.createIndex(table, IndexDefinition.of("byB", "B")));
    doors.put("createIndex again", () -> tables.createIndex(table, BY_AGE));
    doors.put(
        "createIndex otherwise", () -> tables.createIndex(table, IndexDefinition.of("byAge", "B")));
    doors.put("indexes", () -> tables.indexes(table));
    doors.put("dropIndex", () -> tables.dropIndex(table, BY_AGE.name()));
    doors.put(
        "dropIndex absent",
        () -> tables.dropIndex(table, IndexDefinition.of("byC", "C").name()));
    doors.put("setting", () -> tables.setting(table, TableSetting.EXPIRY));
    doors.put("clear", () -> tables.clear(table, TableSetting.EXPIRY));
    doors.put("count", () -> tables.count(table, Query.ALL));
    doors.put("count nothing", () -> tables.count(table, nothing()));
    doors.put("page", () -> tables.page(table, Query.ALL));
    doors.put("page nothing", () -> tables.page(table, nothing()));
    doors.put("query", () -> tables.query(table, Query.ALL));
    doors.put("advice", () -> engine.advice(Users.ACCOUNT));
    doors.put("advice on a table", () -> engine.advice(Users.ACCOUNT, table));
    var settings = engine.settings(Users.ACCOUNT);
    doors.put("ofTable", () -> Mono.fromSupplier(() -> settings.ofTable(table)));
    doors.put("changeTable", () -> settings.changeTable(table, Map.of("x", "1")));
    doors.put("changeAccount", () -> settings.changeAccount(Map.of("x", "1")));
  }

  private static Query nothing() {
    return Query.ALL.where(FilterParser.parse("PartitionKey gt 'b' and PartitionKey lt 'a'"));
  }

  private void ofFeeds(
      Engine engine,
      TableName table,
      ConsumerName name,
      Map<String, Supplier<Publisher<?>>> doors) {
    var tables = engine.account(Users.ACCOUNT);
    var consumers = tables.consumers();
    doors.put("changes", () -> tables.changes(FeedScope.of(table), FeedStart.BEGINNING));
    doors.put("changes of all", () -> tables.changes(FeedScope.ACCOUNT, FeedStart.BEGINNING));
    doors.put("consumers", consumers::list);
    doors.put("consumer", () -> consumers.get(name));
    doors.put(
        "createConsumer",
        () -> consumers.create(new ConsumerName("other"), Optional.of(table), FeedStart.NOW));
    doors.put(
        "createConsumer again", () -> consumers.create(name, Optional.of(table), FeedStart.NOW));
    doors.put("advance", () -> consumers.advance(name, 1, consumer.position()));
    doors.put("advance otherwise", () -> consumers.advance(name, 7, consumer.position()));
    doors.put("reset", () -> consumers.reset(name, FeedStart.BEGINNING));
    doors.put("deleteConsumer", () -> consumers.delete(name));
  }

  private static void ofQueues(
      Engine engine, TableName table, QueueName queue, Map<String, Supplier<Publisher<?>>> doors) {
    var queues = engine.queues(Users.ACCOUNT);
    var write = new Write.Upsert(Entity.builder("p", "r").set("A", 1).build(), WriteMode.REPLACE);
    var message = new AddressedMessage(queue, NewMessage.of("m"));
    doors.put("createQueue", () -> queues.create(queue));
    doors.put("createQueue otherwise", () -> queues.create(queue, QueueMetadata.NONE, 3));
    doors.put("deleteQueue", () -> queues.delete(queue));
    doors.put("queues", () -> queues.list(QueueListing.ALL));
    doors.put("properties", () -> queues.properties(queue));
    doors.put("setMetadata", () -> queues.setMetadata(queue, QueueMetadata.NONE));
    doors.put("setDeadLetters", () -> queues.setDeadLetters(queue, new DeadLetters(3, BILLS)));
    doors.put("removeDeadLetters", () -> queues.removeDeadLetters(queue));
    doors.put("deadLetters", () -> queues.deadLetters(queue));
    doors.put("put", () -> queues.put(queue, NewMessage.of("m")));
    doors.put("take", () -> queues.take(queue, Take.upTo(1)));
    doors.put("peek", () -> queues.peek(queue, new Peek(1)));
    doors.put("peekHidden", () -> queues.peekHidden(queue, new Peek(1)));
    doors.put("clearQueue", () -> queues.clear(queue));
    doors.put(
        "ofQueue", () -> Mono.fromSupplier(() -> engine.settings(Users.ACCOUNT).ofQueue(queue)));
    doors.put(
        "outbox",
        () -> engine
            .outbox(Users.ACCOUNT)
            .commit(JointCommit.of(TableWrite.of(table, write)), List.of(message)));
  }
}
