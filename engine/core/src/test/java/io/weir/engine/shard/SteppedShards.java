package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.command.JointOperation;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.loop.SteppedLoop;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.tree.TreeCheck;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three shards, each on a loop that the test steps, over one log that the test makes durable or
 * fail.
 */
abstract class SteppedShards {

  static final int TABLE = 7;
  static final TableName NAME = new TableName("Rain");
  static final int SHARDS = 3;

  @TempDir
  Path folder;

  final ScriptedLog log = new ScriptedLog();
  final SteppedLoop sequencer = new SteppedLoop();
  final JointPublications publications = new JointPublications();
  final List<Member> members = new ArrayList<>();

  /** Whether page files grow only when the test runs {@link #waitingGrowth}. */
  boolean growthWaits;

  final Queue<Runnable> waitingGrowth = new ArrayDeque<>();

  /** A shard with its loop and pages. */
  static final class Member {
    final SteppedLoop loop = new SteppedLoop();
    ChroniclePageStore pages;
    VersionedTree tree;
    Shard shard;

    /** Whether the private tree has a row, published or not. */
    boolean hasCommitted(String row) {
      return tree.current().find(key(row)) != null;
    }

    boolean shows(String row) {
      try (var pin = tree.pin()) {
        return pin.tree().find(key(row)) != null;
      }
    }
  }

  @BeforeEach
  final void start() throws IOException {
    for (var number = 0; number < SHARDS; number++) {
      var member = new Member();
      member.pages = ChroniclePageStore.open(
          PageStoreOptions.in(folder.resolve("" + number)),
          this::grow,
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

  private void grow(Runnable growth) {
    if (growthWaits) {
      waitingGrowth.add(growth);
    } else {
      growth.run();
    }
  }

  @AfterEach
  final void stop() {
    for (var member : members) {
      TreeCheck.verify(member.tree);
      member.pages.close();
    }
  }

  /** An operation on one of the shards. */
  record Op(int shard, TableWrite write) {}

  static Op insert(int shard, String row) {
    return new Op(shard, TableWrite.of(NAME, entity(row)));
  }

  final Answer send(Op... operations) {
    var byShard = new LinkedHashMap<Shard, List<JointOperation>>();
    for (var i = 0; i < operations.length; i++) {
      var write = operations[i].write;
      byShard
          .computeIfAbsent(member(operations[i].shard).shard, absent -> new ArrayList<>())
          .add(new EntityOperation(i, TABLE, TreeKeys.of(TABLE, write.key().encoded()), write));
    }
    var answer = new Answer();
    new JointCommand(byShard, sequencer, log, publications, answer).send();
    return answer;
  }

  final Answer write(int shard, String row) {
    var answer = new Answer();
    assertThat(member(shard)
            .shard
            .offer(new WriteCommand(
                TABLE, List.of(entity(row)), List.of(key(row)), Command.OVERHEAD_BYTES, answer)))
        .isTrue();
    return answer;
  }

  final Member member(int shard) {
    return members.get(shard);
  }

  final long visible(String row) {
    return members.stream().filter(member -> member.shows(row)).count();
  }

  /** Runs all loops until none has a task. */
  final void runAll() {
    for (var left = true; left; ) {
      left = sequencer.runOne();
      for (var member : members) {
        left |= member.loop.runOne();
      }
    }
  }

  final void makeAllDurable() {
    while (log.waiting() > 0) {
      log.settleFirst();
      runAll();
    }
  }

  static Write entity(String row) {
    return new Write.Insert(Entity.builder("p", row).set("A", 1).build());
  }

  static EntityKey entityKey(String row) {
    return new EntityKey("p", row);
  }

  static byte[] key(String row) {
    return TreeKeys.of(TABLE, entityKey(row).encoded());
  }
}
