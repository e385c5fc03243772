package io.weir.engine.shard;

import io.weir.api.TableWrite;
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

    Token(int position, byte[] key, UUID token) {
      this.position = position;
      this.key = key;
      this.keyHash = CommandShape.hash(key);
      this.token = token;
    }

    byte[] row(int generation, Part part, int group) {
      return TokenKeys.of(generation, token, keyHash, part, group);
    }

    Optional<Entity> entity(byte @Nullable [] form) {
      return Optional.ofNullable(form).map(stored -> StoredEntity.of(key, stored));
    }
  }

  /** What was answered to a command that was carried out. */
  record Answered(long ticks, WriteResult.Images images) {}

  /** What is kept of a command under each of its tokens. */
  private record Outcome(long ticks, long fingerprint) {

    static Outcome of(byte[] value) {
      var bytes = ByteBuffer.wrap(value);
      return new Outcome(bytes.getLong(), bytes.getLong());
    }

    byte[] encoded() {
      return ByteBuffer.allocate(2 * Long.BYTES)
          .putLong(ticks)
          .putLong(fingerprint)
          .array();
    }
  }

  private final List<Token> tokens;
  private final long fingerprint;

  /** The generation that the look-up has found. */
  private TokenGeneration present = TokenGeneration.of(null);

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
      tokens.add(new Token(position, key, change.token().get()));
    }
  }

  /**
   * Returns what was answered to the command when it was carried out; null if it was not, or if
   * that is forgotten. Fails with {@code ChangeTokenReused}, which names the operation, when a
   * token stands for another command.
   *
   * @param ticks the Timestamp that the command would get
   */
  @Nullable
  Answered answered(Evaluation.StoredForms stored, int group, long ticks) {
    if (tokens.isEmpty()) {
      return null;
    }
    present = TokenGeneration.of(stored.find(TokenKeys.ofGeneration(group)));
    for (var token : tokens) {
      for (var number = present.number(); number >= present.firstRemembered(ticks); number--) {
        var found = stored.find(token.row(number, Part.OUTCOME, group));
        var outcome = found == null ? null : Outcome.of(found);
        if (outcome != null && TokenGeneration.isRemembered(outcome.ticks(), ticks)) {
          requireSame(token, outcome);
          return new Answered(outcome.ticks(), images(stored, token, number, group));
        }
      }
    }
    return null;
  }

  private void requireSame(Token token, Outcome outcome) {
    if (outcome.fingerprint() != fingerprint) {
      throw new ConflictException(ErrorCode.CHANGE_TOKEN_REUSED, "token=" + token.token)
          .atOperation(token.position);
    }
  }

  private static WriteResult.Images images(
      Evaluation.StoredForms stored, Token token, int generation, int group) {
    var before = stored.find(token.row(generation, Part.BEFORE, group));
    var after = stored.find(token.row(generation, Part.AFTER, group));
    return new WriteResult.Images(token.entity(before), token.entity(after));
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
    var generation = present.at(ticks);
    var all = new ArrayList<>(changes);
    for (var token : tokens) {
      all.add(Change.put(
          token.row(generation.number(), Part.OUTCOME, group),
          new Outcome(ticks, fingerprint).encoded()));
      images
          .before()
          .ifPresent(entity -> all.add(Change.put(
              token.row(generation.number(), Part.BEFORE, group),
              entity.storedForm(entity.timestampTicks()))));
      images
          .after()
          .ifPresent(entity -> all.add(Change.put(
              token.row(generation.number(), Part.AFTER, group), entity.storedForm(ticks))));
    }
    var bytes = images.before().map(ChangeTokens::bytes).orElse(0)
        + images.after().map(ChangeTokens::bytes).orElse(0)
        + (long) tokens.size() * TokenGeneration.TOKEN_BYTES;
    all.add(Change.put(TokenKeys.ofGeneration(group), generation.plus(bytes).encoded()));
    return all;
  }

  private static int bytes(Entity entity) {
    return TokenGeneration.TOKEN_BYTES + entity.encoded().length;
  }
}
