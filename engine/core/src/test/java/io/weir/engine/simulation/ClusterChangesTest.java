package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.Seeds;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * Changes in place that users send again, with their tokens, in random lives of three nodes:
 * leaders change, nodes crash, and each change counts once.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class ClusterChangesTest {

  private static final Seeds SEEDS = Seeds.of(4, 15, 1_000);
  private static final TableName TABLE = new TableName("Rain");
  private static final int PARTITIONS = 4;

  @TempDir
  Path folder;

  private SimulatedNodes nodes;
  private final List<Repeated> changes = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private int repeats;
  private int repeatsByAnotherLeader;

  @Test
  void aChangeThatIsSentUntilItIsAnsweredCountsOnceWhoeverLeads() {
    SEEDS.forEach(this::live);

    assertThat(repeats).as("changes that were sent again").isPositive();
    if (SEEDS.areMany()) {
      assertThat(repeatsByAnotherLeader).as("to another leader").isPositive();
    }
  }

  private void live(long seed) throws IOException {
    changes.clear();
    nodes = new SimulatedNodes(seed, id -> options(seed, id));
    nodes.openAll();
    nodes.lead("a").account(Users.ACCOUNT).createTable(TABLE).subscribe();
    nodes.settle();
    for (var round = 0; round < 200; round++) {
      act();
      for (var steps = nodes.random.nextInt(20); steps > 0; steps--) {
        nodes.step();
      }
      if (nodes.random.nextInt(10) == 0) {
        disturb();
      }
    }
    nodes.openAll();
    nodes.ids().forEach(id -> nodes.cluster.node(id).cut(false));
    nodes.settle();
    for (var i = 0; i < 30; i++) {
      nodes.letTimePass(Duration.ofSeconds(1));
    }
    for (var change : changes) {
      change.send();
      nodes.settle();
    }
    nodes.letTimePass(Duration.ofSeconds(1));
    expectEachOnce();
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
    switch (nodes.random.nextInt(4)) {
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
    if (changes.isEmpty() || nodes.random.nextInt(2) == 0) {
      changes.add(new Repeated());
    }
    var unanswered = changes.stream()
        .filter(change -> change.answer == 0 || nodes.random.nextInt(8) == 0)
        .toList();
    if (!unanswered.isEmpty()) {
      unanswered.get(nodes.random.nextInt(unanswered.size())).send();
    }
  }

  private void expectEachOnce() {
    assertThat(wrong).isEmpty();
    assertThat(changes).allSatisfy(change -> assertThat(change.answer).isPositive());
    for (var partition = 0; partition < PARTITIONS; partition++) {
      var expected = 0;
      for (var change : changes) {
        expected += change.partition == partition ? 1 : 0;
        expected += change.isJoint && change.other == partition ? 1 : 0;
      }
      assertThat(sum(partition)).as("partition=" + partition).isEqualTo(expected);
    }
  }

  private int sum(int partition) {
    var sum = new AtomicInteger();
    nodes
        .engine(nodes.serving())
        .account(Users.ACCOUNT)
        .get(TABLE, new EntityKey("p" + partition, "n"))
        .subscribe(entity -> sum.set(entity.getInt32("N").orElseThrow()));
    return sum.get();
  }

  /** A change of one partition, or jointly of two, of which one has the token. */
  private final class Repeated {

    private final int partition = nodes.random.nextInt(PARTITIONS);
    private final int other = (partition + 1) % PARTITIONS;
    private final boolean isJoint = nodes.random.nextBoolean();
    private final Write.Change change = add(partition).withToken(UUID.randomUUID());
    private long answer;
    private String sentTo = "";

    void send() {
      var leader = nodes.cluster.leader();
      var engine = leader == null ? null : nodes.engineOrNull(leader);
      if (engine == null) {
        return;
      }
      repeats += sentTo.isEmpty() ? 0 : 1;
      repeatsByAnotherLeader += sentTo.isEmpty() || sentTo.equals(leader) ? 0 : 1;
      sentTo = leader;
      try {
        sent(engine.account(Users.ACCOUNT)).subscribe(this::answered, this::refused);
      } catch (TableServiceException e) {
        refused(e);
      }
    }

    private Mono<List<WriteResult>> sent(TableService tables) {
      if (!isJoint) {
        return tables.write(TABLE, change).map(List::of);
      }
      var once = Entity.builder("x", change.token().orElseThrow().toString()).build();
      return tables.commit(JointCommit.of(
          TableWrite.of(TABLE, new Write.Insert(once)),
          TableWrite.of(TABLE, add(other)),
          TableWrite.of(TABLE, change)));
    }

    private void answered(List<WriteResult> results) {
      var ticks = results.get(results.size() - 1).timestampTicks();
      if (answer != 0 && answer != ticks) {
        wrong.add("first=" + answer + " then=" + ticks);
      }
      answer = ticks;
    }

    private void refused(Throwable failure) {
      if (failure instanceof ConflictException) {
        wrong.add(failure.toString());
      }
    }
  }

  private static Write.Change add(int partition) {
    return Write.change(
            new EntityKey("p" + partition, "n"),
            PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)))
        .orCreate();
  }
}
