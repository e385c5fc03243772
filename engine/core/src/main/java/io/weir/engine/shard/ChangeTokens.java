package io.weir.engine.shard;

import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.command.CommandShape;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TokenGeneration;
import io.weir.engine.index.TokenKeys;
import io.weir.engine.index.TokenKeys.Part;
import io.weir.engine.index.TokenMemory;
import io.weir.engine.record.Change;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of the changes of one command in one shard.
 *
 * <p>A command with tokens is looked up before it is evaluated. If it was carried out, it is
 * answered as it was then. Otherwise its tokens and its answer are changes of its own: they are in
 * the same version of the tree and in the same record of the log, so replay, checkpoints, other
 * nodes and backups have them without knowing of tokens. {@link TokenGeneration} bounds them.
 *
 * <p>The entities of an answer may be forgotten before its outcome. The repeat is then answered
 * with the stored entity if that is provably the same one; else it fails, and the failure says that
 * the command was carried out. Both are decided by the tree alone.
 *
 * <p>Deterministic, as {@link Evaluation} is. Owner: shard loop.
 */
final class ChangeTokens {

  private static final ChangeTokens NONE = new ChangeTokens(List.of(), 0);

  /** The token of a change of one entity. */
  private static final class Token {

    private final int position;
    private final byte[] key;
    private final long keyHash;
    private final UUID token;
    private final Write.Answer answer;

    Token(int position, byte[] key, UUID token, Write.Answer answer) {
      this.position = position;
      this.key = key;
      this.keyHash = CommandShape.hash(key);
      this.token = token;
      this.answer = answer;
    }

    byte[] row(int generation, Part part, int group) {
      return TokenKeys.of(generation, token, keyHash, part, group);
    }

    Entity entity(byte[] form) {
      return StoredEntity.of(key, form);
    }
  }

  /** What was answered to a command that was carried out. */
  record Answered(long ticks, WriteResult.Images images) {}

  /**
   * What is kept of a command under each of its tokens.
   *
   * @param images the generation that has the entities of its answer; 0 if the answer had none
   * @param hadBefore whether the answer had the entity before the command
   */
  private record Outcome(long ticks, long fingerprint, int images, boolean hadBefore) {

    private static final int LENGTH = 2 * Long.BYTES;

    static Outcome of(byte[] value) {
      var bytes = ByteBuffer.wrap(value);
      var ticks = bytes.getLong();
      var fingerprint = bytes.getLong();
      return value.length == LENGTH
          ? new Outcome(ticks, fingerprint, 0, false)
          : new Outcome(ticks, fingerprint, bytes.getInt(), bytes.get() != 0);
    }

    byte[] encoded() {
      var length = images == 0 ? LENGTH : LENGTH + Integer.BYTES + 1;
      var bytes = ByteBuffer.allocate(length).putLong(ticks).putLong(fingerprint);
      return images == 0
          ? bytes.array()
          : bytes.putInt(images).put((byte) (hadBefore ? 1 : 0)).array();
    }
  }

  private final List<Token> tokens;
  private final long fingerprint;

  /** The generations that the look-up has found. */
  private TokenGeneration present = TokenGeneration.of(null);

  private TokenGeneration presentImages = TokenGeneration.of(null);

  private ChangeTokens(List<Token> tokens, long fingerprint) {
    this.tokens = tokens;
    this.fingerprint = fingerprint;
  }

  /** Returns the tokens of a command. */
  static ChangeTokens of(WriteCommand command) {
    var writes = command.writes();
    var tokens = new ArrayList<Token>(0);
    for (var i = 0; i < writes.size(); i++) {
      addTo(tokens, i, command.keys().get(i), writes.get(i));
    }
    if (tokens.isEmpty()) {
      return NONE;
    }
    var shape = new CommandShape();
    for (var i = 0; i < writes.size(); i++) {
      shape.add(command.keys().get(i), writes.get(i));
    }
    return new ChangeTokens(tokens, shape.fingerprint());
  }

  /** Returns the tokens of a part of a joint command. Each stands for the whole command. */
  static ChangeTokens of(JointPart part) {
    var tokens = new ArrayList<Token>(0);
    for (var operation : part.operations()) {
      if (operation.operation() instanceof TableWrite.Change change) {
        addTo(tokens, operation.position(), operation.key(), change.write());
      }
    }
    if (tokens.isEmpty()) {
      return NONE;
    }
    var shape = new CommandShape();
    part.joint()
        .entityOperations()
        .forEach(operation -> shape.add(operation.key(), operation.operation()));
    return new ChangeTokens(tokens, shape.fingerprint());
  }

  private static void addTo(List<Token> tokens, int position, byte[] key, Write write) {
    if (write instanceof Write.Change change && change.token().isPresent()) {
      tokens.add(new Token(position, key, change.token().get(), change.answer()));
    }
  }

  /**
   * Returns what was answered to the command when it was carried out; null if it was not, or if
   * that is forgotten. Fails with {@code ChangeTokenReused}, which names the operation, when a
   * token stands for another command, and with {@code ChangeAnswerForgotten} when the command was
   * carried out and the entities of its answer are forgotten.
   *
   * @param ticks the Timestamp that the command would get
   */
  @Nullable
  Answered answered(Evaluation.StoredForms stored, int group, long ticks) {
    if (tokens.isEmpty()) {
      return null;
    }
    present = presentOf(TokenMemory.OUTCOMES, stored, group);
    for (var token : tokens) {
      for (var number = present.number(); number >= present.firstRemembered(ticks); number--) {
        var found = stored.find(token.row(number, Part.OUTCOME, group));
        var outcome = found == null ? null : Outcome.of(found);
        if (outcome != null && TokenGeneration.isRemembered(outcome.ticks(), ticks)) {
          requireSame(token, outcome);
          return new Answered(outcome.ticks(), images(stored, token, outcome, group));
        }
      }
    }
    if (haveImages()) {
      presentImages = presentOf(TokenMemory.IMAGES, stored, group);
    }
    return null;
  }

  private boolean haveImages() {
    return tokens.stream().anyMatch(token -> token.answer != Write.Answer.NO_ENTITY);
  }

  private static TokenGeneration presentOf(
      TokenMemory memory, Evaluation.StoredForms stored, int group) {
    return TokenGeneration.of(stored.find(TokenKeys.ofGeneration(memory, group)));
  }

  private void requireSame(Token token, Outcome outcome) {
    if (outcome.fingerprint() != fingerprint) {
      throw new ConflictException(ErrorCode.CHANGE_TOKEN_REUSED, "token=" + token.token)
          .atOperation(token.position);
    }
  }

  private static WriteResult.Images images(
      Evaluation.StoredForms stored, Token token, Outcome outcome, int group) {
    if (token.answer == Write.Answer.NO_ENTITY) {
      return WriteResult.Images.NONE;
    }
    var after = image(stored, token, Part.AFTER, outcome, group)
        .or(() -> unchanged(stored, token, outcome))
        .orElseThrow(() -> forgotten(outcome));
    if (!mayHaveHadBefore(token, outcome)) {
      return new WriteResult.Images(Optional.empty(), Optional.of(after));
    }
    var before =
        image(stored, token, Part.BEFORE, outcome, group).orElseThrow(() -> forgotten(outcome));
    return new WriteResult.Images(Optional.of(before), Optional.of(after));
  }

  private static Optional<Entity> image(
      Evaluation.StoredForms stored, Token token, Part part, Outcome outcome, int group) {
    return Optional.ofNullable(stored.find(token.row(outcome.images(), part, group)))
        .map(token::entity);
  }

  /**
   * Returns the stored entity if it is the one after the command: a shard gives each Timestamp
   * once, so an entity that has the Timestamp of the command was written by it.
   */
  private static Optional<Entity> unchanged(
      Evaluation.StoredForms stored, Token token, Outcome outcome) {
    return Optional.ofNullable(stored.find(token.key))
        .filter(form -> StoredEntity.timestamp(form) == outcome.ticks())
        .map(token::entity);
  }

  /** An outcome of an older format does not say whether there was an entity before. */
  private static boolean mayHaveHadBefore(Token token, Outcome outcome) {
    return token.answer == Write.Answer.BEFORE_AND_AFTER
        && (outcome.hadBefore() || outcome.images() == 0);
  }

  private static ConflictException forgotten(Outcome outcome) {
    return new ConflictException(
        ErrorCode.CHANGE_ANSWER_FORGOTTEN, "timestamp=" + new EdmDateTime(outcome.ticks()));
  }

  /**
   * Returns the changes of a command that is carried out, followed by those that remember it.
   * {@link #answered} has returned null for it.
   *
   * @param images the entities of its answer, which only a command of one change has
   */
  List<Change> with(List<Change> changes, int group, long ticks, WriteResult.Images images) {
    if (tokens.isEmpty()) {
      return changes;
    }
    var all = new ArrayList<>(changes);
    var ofImages = images.after().isEmpty() ? 0 : addImages(all, group, ticks, images);
    var generation = present.at(ticks, TokenMemory.OUTCOMES);
    var outcome = new Outcome(ticks, fingerprint, ofImages, images.before().isPresent()).encoded();
    for (var token : tokens) {
      all.add(Change.put(token.row(generation.number(), Part.OUTCOME, group), outcome));
    }
    all.add(Change.put(
        TokenKeys.ofGeneration(TokenMemory.OUTCOMES, group),
        generation.plus((long) tokens.size() * TokenMemory.ENTRY_BYTES).encoded()));
    return all;
  }

  /** Adds the changes that remember an answer, and returns the number of their generation. */
  private int addImages(List<Change> all, int group, long ticks, WriteResult.Images images) {
    var generation = presentImages.at(ticks, TokenMemory.IMAGES);
    var number = generation.number();
    var token = tokens.get(0);
    var bytes = 0L;
    if (images.before().isPresent()) {
      var before = images.before().get();
      all.add(Change.put(
          token.row(number, Part.BEFORE, group), before.storedForm(before.timestampTicks())));
      bytes += bytes(before);
    }
    var after = images.after().orElseThrow();
    all.add(Change.put(token.row(number, Part.AFTER, group), after.storedForm(ticks)));
    bytes += bytes(after);
    all.add(Change.put(
        TokenKeys.ofGeneration(TokenMemory.IMAGES, group),
        generation.plus(bytes).encoded()));
    return number;
  }

  private static int bytes(Entity entity) {
    return TokenMemory.ENTRY_BYTES + entity.encoded().length;
  }
}
