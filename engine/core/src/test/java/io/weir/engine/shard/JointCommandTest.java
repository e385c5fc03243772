package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.tree.TreeCheck;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Joint commands of three shards, each on a loop that the test steps, over one log that the test makes durable or fail. */
final class JointCommandTest {

  private static final int TABLE = 7;
  private static final TableName NAME = new TableName("Rain");
  private static final int SHARDS = 3;

  @TempDir
  Path folder;

  private final ScriptedLog log = new ScriptedLog();
  private final SteppedLoop sequencer = new SteppedLoop();
  private final JointPublications publications = new JointPublications();
  private final List<Member> members = new ArrayList<>();

  /** A shard with its loop and pages. */
  private static final class Member {
    private final SteppedLoop loop = new SteppedLoop();
    private ChroniclePageStore pages;
    private VersionedTree tree;
    private Shard shard;

    private boolean shows(String row) {
      try (var pin = tree.pin()) {
        return pin.tree().find(key(row)) != null;
      }
    }
  }

  @BeforeEach
  void start() throws IOException {
    for (var number = 0; number < SHARDS; number++) {
      var member = new Member();
      member.pages = ChroniclePageStore.open(
          PageStoreOptions.in(folder.resolve("" + number)),
          Runnable::run,
          new PageStoreListener() {
            @Override
            public void roomGrew() {
              member.shard.roomGrew();
            }

            @Override
            public void failed(IOException cause) {
              member.shard.growthFailed(cause);
            }
          },
          () -> true);
      member.tree = new VersionedTree(member.pages, () -> true);
      member.shard = new Shard(
          number,
          member.loop,
          member.tree,
          log,
          Clock.systemUTC(),
          0,
          table -> table == TABLE,
          ShardOptions.DEFAULT.withMailbox(4, 1 << 20));
      members.add(member);
    }
  }

  @AfterEach
  void stop() {
    for (var member : members) {
      TreeCheck.verify(member.tree);
      member.pages.close();
    }
  }

  @Test
  void allShardsShowTheirPartAtOneMoment() {
    var answer = send(insert(0, "r"), insert(1, "r"), insert(2, "r"));
    runAll();
    log.makeFirstDurable();
    member(0).loop.run();
    member(1).loop.run();
    assertThat(visible("r")).isZero();
    assertThat(answer.ticks).isZero();

    member(2).loop.run();

    assertThat(visible("r")).isEqualTo(3);
    assertThat(answer.ticks).isPositive();
    assertThat(publications.started()).isEqualTo(1).isEqualTo(publications.finished());
  }

  @Test
  void aWriteAfterAPartWaitsForThePartAndIsShownAfterIt() {
    send(insert(0, "r"), insert(1, "r"));
    runAll();
    var later = write(0, "later");
    runAll();
    assertThat(log.waiting()).as("the shard goes on before the log answers").isEqualTo(2);

    log.makeFirstDurable();
    log.makeFirstDurable();
    member(0).loop.run();
    assertThat(member(0).shows("later")).isFalse();
    runAll();

    assertThat(later.ticks).isPositive();
    assertThat(member(0).shows("later")).isTrue();
  }

  @Test
  void aShardThatHasParkedTakesNoCommandUntilTheOthersHave() {
    send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    write(0, "later");
    member(0).loop.run();
    assertThat(log.waiting()).isZero();

    runAll();

    assertThat(log.waiting()).as("the joint record, then the write").isEqualTo(2);
  }

  @Test
  void oneRefusalRollsAllPartsBackAndTheShardsGoOn() {
    write(1, "taken");
    runAll();
    log.makeFirstDurable();
    runAll();

    var answer = send(insert(0, "r"), insert(1, "taken"), insert(2, "r"));
    runAll();
    var later = write(0, "later");
    runAll();
    log.makeFirstDurable();
    runAll();

    assertThat(answer.failure).isInstanceOf(ConflictException.class);
    assertThat(((ConflictException) answer.failure).failedOperation()).isEqualTo(1);
    assertThat(visible("r")).isZero();
    assertThat(later.ticks).isPositive();
  }

  @Test
  void aRefusalWaitsUntilTheWriteThatCausedItIsDurable() {
    write(1, "taken");
    runAll();

    var answer = send(insert(0, "r"), insert(1, "taken"));
    runAll();
    assertThat(answer.failure).isNull();
    log.makeFirstDurable();
    runAll();

    assertThat(answer.failure).isInstanceOf(ConflictException.class);
  }

  @Test
  void checksWithoutAWriteAreAnsweredWhenWhatTheySawIsDurable() {
    write(0, "seen");
    runAll();

    var answer = send(
        new Op(0, TableWrite.present(NAME, entityKey("seen"), IfMatch.ANY)),
        new Op(1, TableWrite.absent(NAME, entityKey("seen"))));
    runAll();
    assertThat(answer.ticks).isZero();
    log.makeFirstDurable();
    runAll();

    assertThat(answer.ticks).isPositive();
    assertThat(log.waiting()).isZero();
  }

  @Test
  void aFullMailboxRefusesTheCommandAndReleasesTheShardsThatHaveParked() {
    for (var i = 0; i < 4; i++) {
      write(2, "w" + i);
    }
    var answer = send(insert(0, "r"), insert(1, "r"), insert(2, "r"));
    sequencer.run();

    assertThat(answer.failure)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("mailboxFull");
    var later = write(0, "later");
    runAll();
    makeAllDurable();
    assertThat(later.ticks).isPositive();
    assertThat(visible("r")).isZero();
  }

  @Test
  void aFullLogQueueRefusesTheCommandAndRollsItBack() {
    log.full(true);
    var answer = send(insert(0, "r"), insert(1, "r"));
    runAll();
    log.full(false);

    assertThat(answer.failure)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("logQueueFull");
    write(0, "r");
    runAll();
    makeAllDurable();
    assertThat(member(0).shows("r")).isTrue();
    assertThat(member(1).shows("r")).isFalse();
  }

  @Test
  void aLogThatLosesTheRecordLosesAllParts() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    runAll();
    var later = write(0, "later");
    runAll();

    log.failAll();
    runAll();
    log.goOn();
    var again = send(insert(0, "r"), insert(1, "r"));
    runAll();
    makeAllDurable();

    assertThat(answer.failure)
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=unknown");
    assertThat(later.failure).isInstanceOf(ServiceFailedException.class);
    assertThat(again.ticks).isPositive();
  }

  @Test
  void aCommandThatMeetsTheLossOfAnEarlierTurnIsWholeOrAbsent() {
    write(0, "lost");
    runAll();
    send(insert(0, "r"), insert(1, "r"));
    log.failAll();
    log.goOn();
    sequencer.run();
    runAll();
    makeAllDurable();

    assertThat(member(0).shows("lost")).isFalse();
    assertThat(visible("r")).isIn(0L, 2L);
  }

  @Test
  void aDurableCommandSurvivesTheLossOfALaterTurnWhileItWaitsForAnotherShard() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    runAll();
    var later = write(0, "later");
    runAll();
    log.makeFirstDurable();
    log.failAll();
    member(0).loop.run(); // durable, waits for shard 1; then the later turn is lost
    assertThat(later.failure).isNotNull();

    runAll();

    assertThat(answer.ticks).isPositive();
    assertThat(visible("r")).isEqualTo(2);
    assertThat(member(0).tree.current()).isSameAs(member(0).tree.published());
  }

  @Test
  void aFaultOfOneShardDoesNotHoldTheOthersUp() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    runAll();
    member(0).shard.memoryFailed(new InternalError("scripted"));
    runAll();

    log.makeFirstDurable();
    runAll();

    assertThat(answer.ticks).as("the record is durable").isPositive();
    assertThat(member(1).shows("r")).isTrue();
    var later = write(1, "later");
    runAll();
    makeAllDurable();
    assertThat(later.ticks).isPositive();
  }

  @Test
  void aFaultOfAParkedShardRefusesTheCommandAndReleasesTheOthers() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    member(0).shard.memoryFailed(new InternalError("scripted"));
    member(0).loop.run();

    runAll();

    assertThat(answer.failure).hasMessageContaining("shardFault");
    assertThat(visible("r")).isZero();
    var later = write(1, "later");
    runAll();
    makeAllDurable();
    assertThat(later.ticks).isPositive();
  }

  @Test
  void aStoppingShardFinishesItsPartAndRefusesTheNext() {
    var first = send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    var quiet = new AtomicInteger();
    members.forEach(member -> member.shard.stop(quiet::incrementAndGet));
    runAll();
    assertThat(quiet.get()).as("shards that have no part").isEqualTo(1);
    makeAllDurable();
    assertThat(quiet.get()).isEqualTo(3);

    var second = send(insert(0, "s"), insert(1, "s"));
    runAll();

    assertThat(first.ticks).isPositive();
    assertThat(second.failure).hasMessageContaining("closing");
  }

  @Test
  void aDroppedTableRefusesTheOperationThatNamesIt() {
    var key = TreeKeys.of(TABLE + 1, entityKey("r").encoded());
    var answer = new Answer();
    new JointCommand(
            Map.of(
                member(0).shard,
                List.of(new JointPart.Operation(0, TABLE, key("r"), insert(0, "r").write)),
                member(1).shard,
                List.of(new JointPart.Operation(1, TABLE + 1, key, insert(1, "r").write))),
            sequencer,
            log,
            publications,
            answer)
        .send();
    runAll();

    assertThat(answer.failure.failedOperation()).isEqualTo(1);
  }

  @Test
  void anyInterleavingOfOverlappingCommandsAnswersAllAndShowsEachWholeOrNot() {
    var seed = Long.getLong("weir.seed", System.nanoTime());
    for (var round = 0; round < 200; round++) {
      var random = new Random(seed + round);
      var sent = new ArrayList<Answer>();
      var rows = new ArrayList<String>();
      for (var steps = 0; steps < 120; steps++) {
        switch (random.nextInt(8)) {
          case 0 -> {
            var row = "x" + round + "-" + steps;
            rows.add(row);
            sent.add(sendTo(row, random));
          }
          case 1 -> sequencer.runOne();
          case 2 -> {
            if (log.waiting() > 0) {
              log.settleFirst();
            }
          }
          case 3 -> {
            if (random.nextInt(10) == 0) {
              log.failAll();
              log.goOn();
            }
          }
          default -> member(random.nextInt(SHARDS)).loop.runOne();
        }
        for (var row : rows) {
          assertThat(visible(row)).as("seed=%d row=%s", seed + round, row).isIn(0L, 2L);
        }
      }
      runAll();
      makeAllDurable();
      assertThat(sent)
          .as("seed=%d", seed + round)
          .allMatch(answer -> answer.ticks > 0 || answer.failure != null);
    }
  }

  private Answer sendTo(String row, Random random) {
    var without = random.nextInt(SHARDS);
    return send(IntStream.range(0, SHARDS)
        .filter(shard -> shard != without)
        .mapToObj(shard -> insert(shard, row))
        .toArray(Op[]::new));
  }

  private record Op(int shard, TableWrite write) {}

  private static Op insert(int shard, String row) {
    return new Op(shard, TableWrite.of(NAME, entity(row)));
  }

  private Answer send(Op... operations) {
    var byShard = new LinkedHashMap<Shard, List<JointPart.Operation>>();
    for (var i = 0; i < operations.length; i++) {
      var write = operations[i].write;
      byShard
          .computeIfAbsent(member(operations[i].shard).shard, absent -> new ArrayList<>())
          .add(new JointPart.Operation(i, TABLE, TreeKeys.of(TABLE, write.key().encoded()), write));
    }
    var answer = new Answer();
    new JointCommand(byShard, sequencer, log, publications, answer).send();
    return answer;
  }

  private Answer write(int shard, String row) {
    var answer = new Answer();
    assertThat(member(shard)
            .shard
            .offer(new WriteCommand(
                TABLE, List.of(entity(row)), List.of(key(row)), Command.OVERHEAD_BYTES, answer)))
        .isTrue();
    return answer;
  }

  private Member member(int shard) {
    return members.get(shard);
  }

  private long visible(String row) {
    return members.stream().filter(member -> member.shows(row)).count();
  }

  /** Runs all loops until none has a task. */
  private void runAll() {
    for (var left = true; left; ) {
      left = sequencer.runOne();
      for (var member : members) {
        left |= member.loop.runOne();
      }
    }
  }

  private void makeAllDurable() {
    while (log.waiting() > 0) {
      log.settleFirst();
      runAll();
    }
  }

  private static Write entity(String row) {
    return new Write.Insert(Entity.builder("p", row).set("A", 1).build());
  }

  private static EntityKey entityKey(String row) {
    return new EntityKey("p", row);
  }

  private static byte[] key(String row) {
    return TreeKeys.of(TABLE, entityKey(row).encoded());
  }
}
