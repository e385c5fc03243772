package io.weir.engine.shard;

import static io.weir.engine.index.TokenMemory.IMAGES;
import static io.weir.engine.index.TokenMemory.OUTCOMES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.index.TokenGeneration;
import io.weir.engine.index.TokenKeys;
import io.weir.engine.index.TokenMemory;
import io.weir.engine.record.Change;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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

  private static final Entity ENTITY =
      Entity.builder("p", "r").set("Data", new byte[1000]).build();
  private static final WriteResult.Images IMAGES_OF_BOTH =
      new WriteResult.Images(Optional.of(ENTITY.withTimestamp(START - 5)), Optional.of(ENTITY));

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

    assertThat(generation(OUTCOMES).number()).isEqualTo(2);
    assertThat(answered(add("b"), START + 2 * LIFE - 2)).isEqualTo(START + LIFE - 1);
    assertThat(answered(add("b"), START + 2 * LIFE - 1)).isNull();
    assertThat(answered(add("a"), START + LIFE)).isNull();
  }

  @Test
  void aGenerationEndsWhenItsTokensTakeTheirShareOfMemory() {
    assertThat(OUTCOMES.mostBytes()).isEqualTo(96 << 20);
    carryOut(add("a"), START);
    fill(OUTCOMES, OUTCOMES.mostBytes() - 1);
    carryOut(add("b"), START + 1);
    assertThat(generation(OUTCOMES).number()).isEqualTo(1);

    carryOut(add("c"), START + 2);

    assertThat(generation(OUTCOMES)).isEqualTo(new TokenGeneration(2, START + 2, 64));
    assertThat(answered(add("a"), START + 3)).isEqualTo(START);
  }

  @Test
  void aTokenIsForgottenWhenTwoGenerationsOfLaterOnesHaveCome() {
    carryOut(add("a"), START);
    fill(OUTCOMES, OUTCOMES.mostBytes());
    carryOut(add("b"), START + 1);
    fill(OUTCOMES, OUTCOMES.mostBytes() - 1);
    assertThat(answered(add("a"), START + 2)).isEqualTo(START);
    carryOut(add("c"), START + 2);
    assertThat(answered(add("a"), START + 3)).isEqualTo(START);

    carryOut(add("d"), START + 3);

    assertThat(answered(add("a"), START + 4)).isNull();
    assertThat(answered(add("b"), START + 4)).isEqualTo(START + 1);
  }

  @Test
  void aGenerationOutlastsTheRepeatsOfAClientAtTheStatedLoad() {
    var tokens = OUTCOMES.mostBytes() / TokenMemory.ENTRY_BYTES;
    var lasts = Duration.ofSeconds(tokens / Write.Change.TOKENS_A_SECOND);

    assertThat(lasts).isEqualTo(Duration.ofSeconds(78));
    assertThat(Write.Change.REPEAT_TIME).isLessThanOrEqualTo(lasts.minusSeconds(15));
  }

  @Test
  void theEntitiesOfAnAnswerCountAsMemoryOfTheirOwn() {
    carryOut(both("a"), START, IMAGES_OF_BOTH);

    assertThat(generation(OUTCOMES).bytes()).isEqualTo(64);
    assertThat(generation(IMAGES).bytes()).isEqualTo(2L * (64 + ENTITY.encoded().length));
    assertThat(images(both("a"), START + 1)).isEqualTo(answerAt(START));
  }

  @Test
  void anAnswerIsRememberedUntilTwoGenerationsOfLaterOnesHaveComeAndTheOutcomeLonger() {
    assertThat(IMAGES.mostBytes()).isEqualTo(32 << 20);
    carryOut(both("a"), START, IMAGES_OF_BOTH);
    fill(IMAGES, IMAGES.mostBytes());
    carryOut(both("b"), START + 1, IMAGES_OF_BOTH);
    fill(IMAGES, IMAGES.mostBytes() - 1);
    carryOut(both("c"), START + 2, IMAGES_OF_BOTH);
    sweep(START + 3);
    assertThat(images(both("a"), START + 3)).isEqualTo(answerAt(START));

    carryOut(both("d"), START + 3, IMAGES_OF_BOTH);
    sweep(START + 4);

    assertForgotten(both("a"), START + LIFE - 1);
    assertThat(images(both("b"), START + 4)).isEqualTo(answerAt(START + 1));
    assertThat(generation(OUTCOMES).number()).isEqualTo(1);
    assertThat(answered(both("a"), START + LIFE)).isNull();
  }

  @Test
  void aForgottenAnswerIsTheStoredEntityIfThatIsTheSameVersion() {
    var command = command(change("r", 1).answering(Write.Answer.AFTER).withToken(token("a")));
    carryOut(command, START, new WriteResult.Images(Optional.empty(), Optional.of(ENTITY)));
    forgetImages();
    assertForgotten(command, START + 1);

    store(command, START);
    assertThat(images(command, START + 1))
        .isEqualTo(
            new WriteResult.Images(Optional.empty(), Optional.of(ENTITY.withTimestamp(START))));

    store(command, START + 1);
    assertForgotten(command, START + 2);
  }

  @Test
  void theEntityBeforeIsNotToldFromTheStoredOne() {
    carryOut(both("a"), START, IMAGES_OF_BOTH);
    forgetImages();
    store(both("a"), START);

    assertForgotten(both("a"), START + 1);
  }

  @Test
  void anAnswerWithoutAnEntityBeforeIsTheStoredEntityAlone() {
    var after = new WriteResult.Images(Optional.empty(), Optional.of(ENTITY));
    carryOut(both("a"), START, after);
    forgetImages();
    store(both("a"), START);

    assertThat(images(both("a"), START + 1).before()).isEmpty();
    assertThat(images(both("a"), START + 1).after()).contains(ENTITY.withTimestamp(START));
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

  private static WriteResult.Images answerAt(long ticks) {
    return new WriteResult.Images(
        IMAGES_OF_BOTH.before(), Optional.of(ENTITY.withTimestamp(ticks)));
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

  private WriteResult.Images images(WriteCommand command, long ticks) {
    return Objects.requireNonNull(ChangeTokens.of(command).answered(stored::get, GROUP, ticks))
        .images();
  }

  private void assertForgotten(WriteCommand command, long ticks) {
    assertThatThrownBy(() -> ChangeTokens.of(command).answered(stored::get, GROUP, ticks))
        .isInstanceOfSatisfying(ConflictException.class, forgotten -> {
          assertThat(forgotten.code()).isEqualTo(ErrorCode.CHANGE_ANSWER_FORGOTTEN);
          assertThat(forgotten.facts()).isEqualTo("timestamp=" + new EdmDateTime(START));
        });
  }

  /** Stores the entity of the command as the version of a time. */
  private void store(WriteCommand command, long ticks) {
    stored.put(command.keys().get(0), ENTITY.storedForm(ticks));
  }

  private void forgetImages() {
    var from = TokenKeys.from(IMAGES, 0);
    stored.subMap(from, TokenKeys.from(IMAGES, Integer.MAX_VALUE)).clear();
  }

  /** Removes what the sweep of tokens removes. */
  private void sweep(long ticks) {
    for (var memory : TokenMemory.values()) {
      var end = TokenKeys.from(memory, generation(memory).firstRemembered(ticks));
      stored.subMap(TokenKeys.from(memory, 0), end).clear();
    }
  }

  /** Makes the present generation hold this many bytes. */
  private void fill(TokenMemory memory, long bytes) {
    var present = generation(memory);
    stored.put(
        TokenKeys.ofGeneration(memory, GROUP),
        present.plus(bytes - present.bytes()).encoded());
  }

  private TokenGeneration generation(TokenMemory memory) {
    return TokenGeneration.of(stored.get(TokenKeys.ofGeneration(memory, GROUP)));
  }

  private static WriteCommand both(String name) {
    return command(change("r", 1).answering(Write.Answer.BEFORE_AND_AFTER).withToken(token(name)));
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
