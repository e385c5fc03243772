package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableService;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.engine.index.TokenKeys;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.tree.Cursor;
import io.weir.engine.walk.TokenSweep;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tokens in a store whose clock is set: how long they are remembered, and when they are removed.
 */
final class ChangeTokenStoreTest extends SimulatedStore {

  private static final Duration LIFE = Write.Change.TOKEN_LIFE;
  private static final Duration MOMENT = Duration.ofSeconds(5);

  @Test
  void aTokenIsRememberedForItsLifeAndNoLonger() {
    machine.stopClock();
    var token = UUID.randomUUID();
    add(token);

    at(LIFE.minus(MOMENT));
    add(token);
    assertThat(sum()).isEqualTo(1);
    at(LIFE.plus(MOMENT));
    add(token);

    assertThat(sum()).isEqualTo(2);
  }

  @Test
  void aTokenIsRememberedOverACrashWithAndWithoutACheckpoint() throws IOException {
    var token = UUID.randomUUID();
    add(token);

    crash();
    add(token);
    checkpoint();
    add(UUID.randomUUID());
    crash();
    add(token);

    assertThat(sum()).isEqualTo(2);
  }

  @Test
  void forgottenTokensAreRemovedAndRemainSoAfterACrash() throws IOException {
    for (var i = 0; i < 20; i++) {
      add(UUID.randomUUID());
    }
    var late = UUID.randomUUID();
    at(LIFE.minus(MOMENT));
    add(late);
    sweep();
    assertThat(rowsOfTokens()).isEqualTo(21 + 1);

    at(LIFE.multipliedBy(2).minusMinutes(2));
    add(UUID.randomUUID());
    sweep();
    assertThat(rowsOfTokens()).as("the generation before the last is kept").isEqualTo(22 + 1);
    add(late);
    assertThat(sum()).isEqualTo(22);

    at(LIFE.multipliedBy(3));
    sweep();
    assertThat(rowsOfTokens()).isEqualTo(1 + 1);
    at(LIFE.multipliedBy(5));
    sweep();
    assertThat(rowsOfTokens()).as("the generation alone").isEqualTo(1);
    crash();

    assertThat(rowsOfTokens()).isEqualTo(1);
    add(late);
    assertThat(sum()).isEqualTo(23);
  }

  @Test
  void forgottenTokensAreRemovedWithinSecondsHoweverLongThePauseOfOtherSweeps() {
    assertThat(options.expirySweep()).isGreaterThan(TokenSweep.PAUSE.multipliedBy(10));
    machine.letTimePass(TokenSweep.PAUSE);
    add(UUID.randomUUID());
    at(LIFE.multipliedBy(3));
    assertThat(rowsOfTokens()).isEqualTo(2);

    machine.letTimePass(TokenSweep.PAUSE);
    machine.letTimePass(TokenSweep.PAUSE);

    assertThat(rowsOfTokens()).as("the generation alone").isEqualTo(1);
    assertThat(engine.store().sweepers().tokenRemovals()).isEqualTo(1);
  }

  @Test
  void aStoreWithoutTokensSweepsNothing() {
    write("a", 1);

    sweep();

    assertThat(engine.store().sweepers().tokenRemovals()).isZero();
    assertThat(rowsOfTokens()).isZero();
  }

  /** Sets the clock to a time after the start of the machine. */
  private void at(Duration time) {
    machine.setClockOff(time.minusNanos(machine.nanos()));
  }

  private void sweep() {
    machine.letTimePass(options.expirySweep().plusSeconds(1));
    machine.letTimePass(Duration.ofSeconds(1));
  }

  /** Counts the entries of the tree that belong to tokens, with the one of the generation. */
  private int rowsOfTokens() {
    var rows = 0;
    try (var pin = engine.store().pin(0)) {
      var cursor = new Cursor().open(pin.tree());
      for (var more = cursor.seek(TreeKeys.startOfTable(TokenKeys.ID));
          more && TreeKeys.tableOf(cursor.key()) == TokenKeys.ID;
          more = cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  private void add(UUID token) {
    var answers = new AtomicInteger();
    var add = Write.change(
            new EntityKey("p", "n"), PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)))
        .orCreate()
        .withToken(token);
    tables().write(TABLE, add).subscribe(done -> answers.incrementAndGet());
    machine.settle();
    assertThat(answers).hasValue(1);
  }

  private int sum() {
    var sum = new AtomicInteger();
    tables()
        .get(TABLE, new EntityKey("p", "n"))
        .subscribe(entity -> sum.set(entity.getInt32("N").orElseThrow()));
    return sum.get();
  }

  private TableService tables() {
    return engine.account(Users.ACCOUNT);
  }
}
