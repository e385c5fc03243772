package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.JointCommit;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Batch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.Seeds;
import io.weir.engine.indexing.IndexEntries;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Increments on a disk that loses what was not forced, at random moments: the log replays what an
 * increment has made, so none is lost or counted twice.
 *
 * <p>A failure names its seed.
 */
final class ChangeCrashTest extends SimulatedStore {

  private static final Seeds SEEDS = Seeds.of(6, 15, 500);
  private static final int LIVES = 6;
  private static final int ROWS = 4;
  private static final String SEEN = "Seen";
  private static final IndexDefinition BY_SEEN =
      IndexDefinition.of("bySeen", SEEN).sparsely();

  /**
   * The highest sum that an answer has carried, and the number of increments that may be in the
   * sum, by row.
   */
  private final int[] acknowledged = new int[ROWS];

  private final int[] sent = new int[ROWS];
  private final List<String> wrong = new ArrayList<>();
  private int answers;

  @Test
  void afterEveryCrashEachAcknowledgedIncrementIsCountedOnce() throws IOException {
    tables().createIndex(TABLE, BY_SEEN).subscribe();
    machine.settle();
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      var random = new Random(seed);
      for (var life = 0; life < LIVES; life++) {
        interleave(random, 300, 4, () -> add(random.nextInt(ROWS)));
        crash();
        checkSums("seed=" + seed + " life=" + life);
      }
    }
    assertThat(answers).as("acknowledged increments").isGreaterThan(SEEDS.count());
  }

  /**
   * The users send each change with a token, alone, in a batch or in a joint commit, until an
   * answer comes. Lives are so short that most answers are lost.
   */
  @Test
  void aChangeThatIsRepeatedOverCrashesUntilItIsAnsweredCountsOnce() throws IOException {
    var repeats = new AtomicInteger();
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      var where = "seed=" + seed;
      var random = new Random(seed);
      var unanswered = new ArrayList<Repeated>();
      for (var life = 0; life < LIVES; life++) {
        interleave(random, 100, 6, () -> {
          if (unanswered.isEmpty() || random.nextInt(2) == 0) {
            var change = new Repeated(random.nextInt(3), random.nextInt(ROWS));
            sent[change.row]++;
            unanswered.add(change);
          }
          var next = unanswered.get(random.nextInt(unanswered.size()));
          repeats.addAndGet(next.times++ > 0 ? 1 : 0);
          next.send();
          unanswered.removeIf(change -> change.answer != 0 && random.nextInt(8) == 0);
        });
        if (random.nextInt(3) == 0) {
          checkpoint();
        }
        crash();
        machine.settle();
      }
      for (var change : unanswered) {
        change.send();
        machine.settle();
      }
      assertThat(wrong).as(where).isEmpty();
      unanswered.forEach(change -> assertThat(change.answer).as(where).isPositive());
      for (var row = 0; row < ROWS; row++) {
        assertThat(sum(row)).as("%s row=%s", where, row).isEqualTo(sent[row]);
      }
    }
    assertThat(repeats.get()).as("changes that were sent again").isGreaterThan(SEEDS.count());
  }

  /** A change that is sent again and again. All its answers are the same. */
  private final class Repeated {

    private final int kind;
    private final int row;
    private final Write.Change change;
    private long answer;
    private int times;

    Repeated(int kind, int row) {
      this.kind = kind;
      this.row = row;
      this.change = change(row).withToken(UUID.randomUUID());
    }

    void send() {
      var with =
          new Write.Insert(Entity.builder("p", "x" + change.token().get()).build());
      var answers = switch (kind) {
        case 0 -> tables().write(TABLE, change).map(List::of);
        case 1 -> tables().submit(TABLE, Batch.of(with, change));
        default ->
          tables().commit(JointCommit.of(TableWrite.of(TABLE, with), TableWrite.of(TABLE, change)));
      };
      answers.subscribe(this::answered, refused -> {
        if (refused instanceof ConflictException) {
          wrong.add(refused + " kind=" + kind);
        }
      });
    }

    private void answered(List<WriteResult> results) {
      var ticks = results.get(results.size() - 1).timestampTicks();
      if (answer != 0 && answer != ticks) {
        wrong.add("kind=" + kind + " first=" + answer + " then=" + ticks);
      }
      answer = ticks;
    }
  }

  private static Write.Change change(int row) {
    return Write.change(
            new EntityKey("p", "" + row), PropertyOperation.of(SEEN, Operator.ADD, new EdmInt32(1)))
        .orCreate();
  }

  private void add(int row) {
    sent[row]++;
    var change = change(row).answering(Write.Answer.AFTER);
    tables().write(TABLE, change).subscribe(result -> acknowledge(row, result), refused -> {});
  }

  private void acknowledge(int row, WriteResult result) {
    var sum = result.after().flatMap(after -> after.getInt32(SEEN)).orElseThrow();
    assertThat(sum).as("the sums of row %s grow", row).isGreaterThan(acknowledged[row]);
    acknowledged[row] = sum;
    answers++;
  }

  private void checkSums(String where) {
    machine.settle();
    machine.letTimePass(Duration.ofSeconds(2));
    for (var row = 0; row < ROWS; row++) {
      var sum = sum(row);
      assertThat(sum).as("%s row=%s", where, row).isBetween(acknowledged[row], sent[row]);
      acknowledged[row] = sum;
      sent[row] = sum;
    }
    assertThat(catchThrowable(() -> IndexEntries.assertExact(engine.store(), Users.ACCOUNT, TABLE)))
        .as(where)
        .isNull();
  }

  private int sum(int row) {
    var sum = new AtomicInteger();
    tables()
        .get(TABLE, new EntityKey("p", "" + row))
        .subscribe(entity -> sum.set(entity.getInt32(SEEN).orElseThrow()));
    return sum.get();
  }

  private TableService tables() {
    return engine.account(Users.ACCOUNT);
  }
}
