package io.weir.engine.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.index.TokenGeneration;
import io.weir.engine.index.TokenKeys;
import io.weir.engine.record.Change;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long, and how many, tokens are remembered, on both sides of each limit. */
final class ChangeTokensTest {

  private static final int GROUP = 3;
  private static final int TABLE = 7;
  private static final long START = EdmDateTime.parse("2030-01-01T00:00:00Z").ticks();
  private static final long SECOND = EdmDateTime.TICKS_PER_SECOND;
  private static final long LIFE = Write.Change.TOKEN_LIFE.toSeconds() * SECOND;

  private final TreeMap<byte[], byte[]> stored = new TreeMap<>(Arrays::compareUnsigned);

  @Test
  void aTokenLivesTenMinutes() {
    assertThat(Write.Change.TOKEN_LIFE).isEqualTo(Duration.ofMinutes(10));
    carryOut(add("a"), START);

    assertThat(answered(add("a"), START + LIFE - 1)).isEqualTo(START);
    assertThat(answered(add("a"), START + LIFE)).isNull();
  }

  @Test
  void aTokenLivesAsLongWhenTheNextGenerationHasBegun() {
    carryOut(add("a"), START);
    carryOut(add("b"), START + LIFE - 1);
    carryOut(add("c"), START + LIFE);

    assertThat(generation().number()).isEqualTo(2);
    assertThat(answered(add("b"), START + 2 * LIFE - 2)).isEqualTo(START + LIFE - 1);
    assertThat(answered(add("b"), START + 2 * LIFE - 1)).isNull();
    assertThat(answered(add("a"), START + LIFE)).isNull();
  }

  @Test
  void aGenerationEndsWhenItsTokensTakeTheirShareOfMemory() {
    assertThat(TokenGeneration.MOST_BYTES).isEqualTo(32 << 20);
    carryOut(add("a"), START);
    fill(TokenGeneration.MOST_BYTES - 1);
    carryOut(add("b"), START + 1);
    assertThat(generation().number()).isEqualTo(1);

    carryOut(add("c"), START + 2);

    assertThat(generation()).isEqualTo(new TokenGeneration(2, START + 2, 64));
    assertThat(answered(add("a"), START + 3)).isEqualTo(START);
  }

  @Test
  void aTokenIsForgottenWhenTwoGenerationsOfLaterOnesHaveCome() {
    carryOut(add("a"), START);
    fill(TokenGeneration.MOST_BYTES);
    carryOut(add("b"), START + 1);
    fill(TokenGeneration.MOST_BYTES - 1);
    assertThat(answered(add("a"), START + 2)).isEqualTo(START);
    carryOut(add("c"), START + 2);
    assertThat(answered(add("a"), START + 3)).isEqualTo(START);

    carryOut(add("d"), START + 3);

    assertThat(answered(add("a"), START + 4)).isNull();
    assertThat(answered(add("b"), START + 4)).isEqualTo(START + 1);
  }

  @Test
  void theEntitiesOfAnAnswerCountAsMemory() {
    var entity = Entity.builder("p", "r").set("Data", new byte[1000]).build();
    var images = new WriteResult.Images(Optional.of(entity), Optional.of(entity));

    carryOut(add("a"), START, images);

    assertThat(generation().bytes()).isEqualTo(64 + 2 * (64 + entity.encoded().length));
    var found = ChangeTokens.of(add("a")).answered(stored::get, GROUP, START + 1);
    assertThat(found.images().after()).contains(entity.withTimestamp(START));
    assertThat(found.images().before()).contains(entity);
  }

  @Test
  void whatIsForgottenIsBehindTheGenerationsThatAreRead() {
    var second = new TokenGeneration(2, START, 1);

    assertThat(second.firstRemembered(START + LIFE - 1)).isEqualTo(1);
    assertThat(second.firstRemembered(START + LIFE)).isEqualTo(2);
    assertThat(second.firstRemembered(START + 2 * LIFE - 1)).isEqualTo(2);
    assertThat(second.firstRemembered(START + 2 * LIFE)).isEqualTo(3);
    assertThat(TokenGeneration.of(null).firstRemembered(START)).isEqualTo(1);
  }

  @Test
  void aClockThatGoesBackForgetsNothing() {
    carryOut(add("a"), START);

    assertThat(answered(add("a"), START - 5 * LIFE)).isEqualTo(START);
  }

  @Test
  void theTokenOfAnotherCommandIsRefused() {
    carryOut(add("a"), START);
    var other = command(change("r", 2).withToken(token("a")));

    assertThatThrownBy(() -> ChangeTokens.of(other).answered(stored::get, GROUP, START + 1))
        .isInstanceOfSatisfying(
            ConflictException.class,
            refused -> assertThat(refused.facts()).isEqualTo("token=" + token("a")));
  }

  @Test
  void aWriteWithoutATokenAddsNothing() {
    var tokens = ChangeTokens.of(command(change("r", 1)));
    var changes = List.of(Change.remove(new byte[] {1}));

    assertThat(tokens.answered(key -> fail(), GROUP, START)).isNull();
    assertThat(tokens.with(changes, GROUP, START, WriteResult.Images.NONE)).isSameAs(changes);
  }

  private static byte @Nullable [] fail() {
    throw new AssertionError("nothing is read");
  }

  private void carryOut(WriteCommand command, long ticks) {
    carryOut(command, ticks, WriteResult.Images.NONE);
  }

  private void carryOut(WriteCommand command, long ticks, WriteResult.Images images) {
    var tokens = ChangeTokens.of(command);
    assertThat(tokens.answered(stored::get, GROUP, ticks)).isNull();
    for (var change : tokens.with(List.of(), GROUP, ticks, images)) {
      stored.put(change.key(), change.stored());
    }
  }

  private @Nullable Long answered(WriteCommand command, long ticks) {
    var found = ChangeTokens.of(command).answered(stored::get, GROUP, ticks);
    return found == null ? null : found.ticks();
  }

  /** Makes the present generation hold this many bytes. */
  private void fill(long bytes) {
    var present = generation();
    stored.put(
        TokenKeys.ofGeneration(GROUP), present.plus(bytes - present.bytes()).encoded());
  }

  private TokenGeneration generation() {
    return TokenGeneration.of(stored.get(TokenKeys.ofGeneration(GROUP)));
  }

  private static WriteCommand add(String name) {
    return command(change("r", 1).withToken(token(name)));
  }

  private static UUID token(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(UTF_8));
  }

  private static Write.Change change(String row, int more) {
    return Write.change(
        new EntityKey("p", row), PropertyOperation.of("N", Operator.ADD, new EdmInt32(more)));
  }

  private static WriteCommand command(Write write) {
    return WriteCommand.of(TABLE, List.of(write), new CommandReply() {
      @Override
      public void done(long timestampTicks) {}

      @Override
      public void failed(TableServiceException failure) {}
    });
  }
}
