package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.Seeds;
import io.weir.engine.indexing.IndexEntries;
import io.weir.engine.queue.QueueEntries;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * Queues, indexes and unique values in random lives of three nodes: leaders change, nodes crash,
 * and what was acknowledged holds.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class ClusterFeaturesTest {

  private static final Seeds SEEDS = Seeds.of(6, 20, 2_000);
  private static final QueueName QUEUE = new QueueName("orders");
  private static final TableName TABLE = new TableName("Rain");
  private static final IndexDefinition BY_RING =
      IndexDefinition.of("byRing", "Ring").uniquely();
  private static final IndexDefinition BY_AGE = IndexDefinition.of("byAge", "Age");

  @TempDir
  Path folder;

  private SimulatedNodes nodes;
  private final Set<String> sent = new HashSet<>();
  private final Set<String> acknowledged = new HashSet<>();
  private final Set<String> deleting = new HashSet<>();
  private final Set<String> deleted = new HashSet<>();
  private final List<TakenMessage> held = new ArrayList<>();

  /** The rings that acknowledged inserts have taken, and their rows. */
  private final Map<Integer, String> rings = new HashMap<>();

  private int number;

  @Test
  void queuesIndexesAndUniqueValuesHoldOverChangesOfTheLeader() {
    var took = new int[2];

    SEEDS.forEach(seed -> {
      live(seed);
      took[0] += deleted.size();
      took[1] += rings.size();
    });

    if (SEEDS.count() > 3) {
      assertThat(took[0]).as("messages taken and deleted").isPositive();
      assertThat(took[1]).as("unique values").isGreaterThan(SEEDS.count());
    }
  }

  private void live(long seed) throws IOException {
    List.of(sent, acknowledged, deleting, deleted).forEach(Set::clear);
    held.clear();
    rings.clear();
    number = 0;
    nodes = new SimulatedNodes(seed, id -> options(seed, id));
    nodes.openAll();
    var first = nodes.lead("a");
    ignore(first.account(Users.ACCOUNT).createTable(TABLE));
    ignore(first.queues(Users.ACCOUNT).create(QUEUE));
    nodes.settle();
    for (var round = 0; round < 250; round++) {
      act();
      for (var steps = nodes.random.nextInt(30); steps > 0; steps--) {
        nodes.step();
      }
      if (nodes.random.nextInt(12) == 0) {
        disturb();
      }
    }
    nodes.openAll();
    nodes.ids().forEach(id -> nodes.cluster.node(id).cut(false));
    nodes.settle();
    for (var i = 0; i < 30; i++) {
      nodes.letTimePass(Duration.ofSeconds(1));
    }
    expectKept(nodes.engine(nodes.serving()));
    nodes.expectSameContent();
    for (var id : nodes.ids()) {
      nodes.close(id);
    }
  }

  private StoreOptions options(long seed, String id) {
    return StoreOptions.in(folder.resolve(seed + id))
        .withPartitionGroups(3)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(20_000);
  }

  private void disturb() throws IOException {
    var id = nodes.someId();
    if (!nodes.isUp(id)) {
      nodes.open(id);
      return;
    }
    switch (nodes.random.nextInt(5)) {
      case 0 -> nodes.crash(id);
      case 1 -> nodes.cluster.node(id).cut(true);
      case 2 -> nodes.ids().forEach(each -> nodes.cluster.node(each).cut(false));
      default -> {
        if (nodes.cluster.node(id).isUp()) {
          nodes.cluster.elect(id);
        }
      }
    }
  }

  private void act() {
    var leader = nodes.cluster.leader();
    var engine = leader == null ? null : nodes.engineOrNull(leader);
    if (engine == null) {
      return;
    }
    var tables = engine.account(Users.ACCOUNT);
    try {
      switch (nodes.random.nextInt(24)) {
        case 0, 1, 2, 3, 4, 5 -> put(engine);
        case 6, 7, 8 -> take(engine);
        case 9, 10, 11 -> delete(engine);
        case 12 -> ignore(tables.createIndex(TABLE, BY_RING));
        case 13 -> ignore(tables.createIndex(TABLE, BY_AGE));
        case 14 -> {
          if (nodes.random.nextInt(5) == 0) {
            ignore(tables.dropIndex(TABLE, BY_AGE.name()));
          }
        }
        default -> insert(engine);
      }
    } catch (TableServiceException e) {
      assertThat(e).isNotInstanceOf(ConflictException.class);
    }
  }

  private void put(Engine engine) {
    var text = "m" + number++;
    sent.add(text);
    engine
        .queues(Users.ACCOUNT)
        .put(QUEUE, NewMessage.of(text).neverExpiring())
        .subscribe(done -> acknowledged.add(text), refused -> {});
  }

  private void take(Engine engine) {
    engine
        .queues(Users.ACCOUNT)
        .take(QUEUE, new Take(1 + nodes.random.nextInt(3), Duration.ofDays(7)))
        .subscribe(held::addAll, refused -> {});
  }

  private void delete(Engine engine) {
    if (!held.isEmpty()) {
      var message = held.remove(0);
      deleting.add(message.text());
      engine
          .queues(Users.ACCOUNT)
          .deleteMessage(QUEUE, HeldMessage.of(message))
          .subscribe(nothing -> {}, refused -> {}, () -> deleted.add(message.text()));
    }
  }

  /** Inserts a row with a ring of its own. */
  private void insert(Engine engine) {
    var ring = number++;
    var row = "r" + ring;
    var entity = Entity.builder("p" + ring % 5, row)
        .set("Ring", ring)
        .set("Age", ring % 7)
        .build();
    engine
        .account(Users.ACCOUNT)
        .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
        .subscribe(done -> rings.put(ring, row), refused -> {});
  }

  private static void ignore(Mono<?> outcome) {
    outcome.subscribe(done -> {}, refused -> {});
  }

  private void expectKept(Engine engine) {
    var texts = List.copyOf(
        QueueEntries.assertSound(engine.store(), Users.ACCOUNT, QUEUE).values());
    assertThat(texts).doesNotHaveDuplicates();
    assertThat(sent).containsAll(texts);
    assertThat(texts).noneMatch(deleted::contains);
    var mustBeThere = new HashSet<>(acknowledged);
    mustBeThere.removeAll(deleting);
    assertThat(texts).containsAll(mustBeThere);
    var found = new HashSet<String>();
    engine
        .account(Users.ACCOUNT)
        .query(TABLE, Query.ALL)
        .subscribe(entity -> found.add(entity.rowKey()));
    assertThat(found).containsAll(rings.values());
    assertThat(engine.account(Users.ACCOUNT).indexes(TABLE).block())
        .allSatisfy(status -> assertThat(status.state()).isEqualTo(IndexState.READABLE));
    IndexEntries.assertExact(engine.store(), Users.ACCOUNT, TABLE);
  }
}
