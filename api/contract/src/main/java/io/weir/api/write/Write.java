package io.weir.api.write;

import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.EntitySize;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change to one entity.
 *
 * <p>The service sets the Timestamp. A Timestamp in the entity of a write is ignored.
 */
public sealed interface Write {

  /** Returns the key of the entity that is changed. */
  EntityKey key();

  /** Returns the estimated memory of the write, in bytes. */
  int weightBytes();

  /** Calls the handler's method for this kind of write. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of write. */
  interface Handler<R> {
    R insert(Insert write);

    R upsert(Upsert write);

    R update(Update write);

    R delete(Delete write);

    R change(Change write);
  }

  /** Stores a new entity. Fails with {@code EntityAlreadyExists} when the key is already stored. */
  record Insert(Entity entity) implements Write {
    @Override
    public EntityKey key() {
      return entity.key();
    }

    @Override
    public int weightBytes() {
      return entity.encoded().length;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.insert(this);
    }
  }

  /**
   * Stores an entity whether or not its key is already stored: insert-or-replace, insert-or-merge.
   */
  record Upsert(Entity entity, WriteMode mode) implements Write {
    @Override
    public EntityKey key() {
      return entity.key();
    }

    @Override
    public int weightBytes() {
      return entity.encoded().length;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.upsert(this);
    }
  }

  /**
   * Changes a stored entity. Fails with {@code ResourceNotFound} when it is absent, and with
   * {@code UpdateConditionNotSatisfied} when another version is stored.
   */
  record Update(Entity entity, WriteMode mode, IfMatch ifMatch) implements Write {
    @Override
    public EntityKey key() {
      return entity.key();
    }

    @Override
    public int weightBytes() {
      return entity.encoded().length;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.update(this);
    }
  }

  /** Removes a stored entity. Fails as {@link Update} does. */
  record Delete(EntityKey key, IfMatch ifMatch) implements Write {
    @Override
    public int weightBytes() {
      return (key.partitionKey().length() + key.rowKey().length()) * Character.BYTES;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.delete(this);
    }
  }

  /**
   * Returns a change of an entity that must be stored, without a condition and answered as any
   * write.
   */
  static Change change(EntityKey key, PropertyOperation... operations) {
    return new Change(
        key,
        List.of(operations),
        IfMatch.ANY,
        Filter.ALL,
        Optional.empty(),
        Answer.NO_ENTITY,
        Optional.empty());
  }

  /** The entities that the answer to a change carries: see {@link WriteResult}. */
  enum Answer {
    NO_ENTITY(0),
    AFTER(1),
    BEFORE_AND_AFTER(2);

    private final int entities;

    Answer(int entities) {
      this.entities = entities;
    }

    /** Returns the most bytes of the entities of an answer. */
    public int mostBytes() {
      return entities * Change.MAX_BYTES;
    }
  }

  /**
   * Changes properties of an entity in place: each operation says how, and the service computes the
   * values where the entity is stored. Any number of changes of one entity therefore never
   * conflict.
   *
   * <p>The change begins with the stored entity, or with the defaults when there is none. It fails
   * with {@code ResourceNotFound} when there is neither, with {@code UpdateConditionNotSatisfied}
   * when another version is stored or the condition is false for the entity that it begins with,
   * and as {@link PropertyOperation} and {@link EntityBuilder} do. A failed change changes nothing.
   * Every successful one makes a new version, also if all values are the same as before.
   *
   * <p>All operations see the entity that the change begins with. They concern different
   * properties, so their order does not matter, except that new properties are added in it.
   *
   * <p>A batch, a bulk write, and a joint commit with another write refuse a change that is to be
   * answered with entities: the memory of such an answer would not be bounded by its request.
   *
   * <p>A change with a token is carried out once, however often it is sent: as long as the service
   * remembers the token, a repeat is answered as the first one was, with the version and the
   * entities of that answer, and changes nothing, whatever has become of the entity since. A token
   * belongs to an entity. In a batch or a joint commit it stands for the whole of it: a repeat
   * carries out none of its writes again. The service remembers a token for {@link #TOKEN_LIFE}, or
   * until a bounded memory is full of later ones, and keeps it where it keeps the entity: also over
   * a crash. That memory lasts for more than {@link #REPEAT_TIME} while at most
   * {@link #TOKENS_A_SECOND} come to one partition group. The entities of an answer may be
   * forgotten earlier. A repeat is then answered with the stored entity if that is the same
   * version, and otherwise fails with {@code ChangeAnswerForgotten}: the change counts, and its
   * answer is lost. Only success is remembered; a refused change is evaluated again. Fails with
   * {@code ChangeTokenReused} when the token stands for something else: other keys, kinds of
   * writes, operations, versions, conditions or answers. Other contents are not compared, because a
   * client that encrypts them never sends them twice alike, and neither are the versions of checks,
   * which may have changed since.
   *
   * <p>Fails with {@code InvalidInput} for no operation or more than {@link #MAX_OPERATIONS}, for a
   * condition longer than {@link #CONDITION_UNITS}, for defaults of another key or together with a
   * version; with {@code DuplicatePropertiesSpecified} for two operations of one property; with
   * {@code EntityTooLarge} when operands and defaults exceed {@link #MAX_BYTES}; and as
   * {@link EntityBuilder} does for operands.
   *
   * @param operations the operations, of different properties
   * @param ifMatch the version that must be stored
   * @param condition what must be true for the entity that the change begins with;
   *     {@link Filter#ALL} for no condition
   * @param defaults the entity that the change begins with when none is stored; empty if one must
   *     be stored
   * @param token chosen by the client, at random or otherwise unique for the entity; empty for a
   *     change that is carried out each time
   */
  record Change(
      EntityKey key,
      List<PropertyOperation> operations,
      IfMatch ifMatch,
      Filter condition,
      Optional<Entity> defaults,
      Answer answer,
      Optional<UUID> token)
      implements Write {

    /** Most operations of a change. */
    public static final int MAX_OPERATIONS = 100;

    /** Longest condition, in UTF-16 units of its {@code $filter} text. */
    public static final int CONDITION_UNITS = 8 * 1024;

    /** Most bytes of the operands and the defaults, encoded: those of the largest entity. */
    public static final int MAX_BYTES = 3 * 512 * 1024;

    /** How long a service remembers the token of a change. */
    public static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

    /**
     * How long after its first sending a change with a token may be repeated, whatever else is
     * written: {@link #TOKENS_A_SECOND} says up to which load.
     */
    public static final Duration REPEAT_TIME = Duration.ofMinutes(1);

    /**
     * The load up to which a service remembers a token for longer than {@link #REPEAT_TIME}: tokens
     * a second in one partition group.
     */
    public static final int TOKENS_A_SECOND = 20_000;

    /**
     * The fact of the failure {@code UpdateConditionNotSatisfied} that tells a false condition from
     * another version.
     */
    public static final String CONDITION_FALSE = "condition=false";

    /**
     * Estimated memory of an operation or of a node of a condition, in bytes, without its texts.
     */
    private static final int NODE_BYTES = 96;

    private static final EdmValue NO_OPERAND = new EdmBoolean(true);

    public Change {
      operations = List.copyOf(operations);
      requireLength(operations);
      requireCondition(condition);
      defaults = defaults.map(entity -> asDefaults(key, entity));
      requireBytes(operands(key, operations), defaults);
      if (defaults.isPresent() && ifMatch != IfMatch.ANY) {
        throw invalid("unexpected=version with=defaults");
      }
    }

    /** Returns this change with the version that must be stored, so that it creates nothing. */
    public Change ifMatch(IfMatch version) {
      return new Change(key, operations, version, condition, Optional.empty(), answer, token);
    }

    /** Returns this change with a condition. */
    public Change when(Filter mustHold) {
      return new Change(key, operations, ifMatch, mustHold, defaults, answer, token);
    }

    /** Returns this change with the entity that it begins with when none is stored. */
    public Change orCreate(Entity absent) {
      return new Change(key, operations, ifMatch, condition, Optional.of(absent), answer, token);
    }

    /**
     * Returns this change as one that begins with an entity without properties when none is stored.
     */
    public Change orCreate() {
      return orCreate(Entity.builder(key.partitionKey(), key.rowKey()).build());
    }

    /** Returns this change with another answer. */
    public Change answering(Answer wanted) {
      return new Change(key, operations, ifMatch, condition, defaults, wanted, token);
    }

    /** Returns this change with a token, so that a repeat of it is carried out once. */
    public Change withToken(UUID chosen) {
      return new Change(key, operations, ifMatch, condition, defaults, answer, Optional.of(chosen));
    }

    /** Whether the answer carries an entity. */
    public boolean isAnsweredWithEntity() {
      return answer != Answer.NO_ENTITY;
    }

    /**
     * Returns an entity of the key with a property for each operation, in their order: its operand,
     * or {@code true} if it has none.
     */
    public Entity operands() {
      return operands(key, operations);
    }

    /** Returns the {@link #operands} of some operations on the entity of a key. */
    public static Entity operands(EntityKey key, List<PropertyOperation> operations) {
      var operands = new EntityBuilder().key(key);
      for (var operation : operations) {
        operands.set(operation.property(), operation.operand().orElse(NO_OPERAND));
      }
      return operands.build();
    }

    /**
     * Returns the entity that the change makes of the stored one, which is null when there is none.
     * Fails as the change does.
     */
    public Entity appliedTo(@Nullable Entity stored) {
      var from = stored == null ? absent() : stored;
      if (stored != null && !ifMatch.matches(stored.timestampTicks())) {
        throw new PreconditionFailedException("");
      }
      if (!Filter.matches(condition, from)) {
        throw new PreconditionFailedException(CONDITION_FALSE);
      }
      var written = Entity.builder(key.partitionKey(), key.rowKey());
      var removed = new HashSet<String>();
      for (var operation : operations) {
        apply(operation, from, written, removed);
      }
      return written.build().mergedOver(removed.isEmpty() ? from : from.without(removed));
    }

    /**
     * Returns the images that the answer carries; {@code before} is null when nothing was stored.
     */
    public WriteResult.Images images(@Nullable Entity before, Entity after) {
      return switch (answer) {
        case NO_ENTITY -> WriteResult.Images.NONE;
        case AFTER -> new WriteResult.Images(Optional.empty(), Optional.of(after));
        case BEFORE_AND_AFTER ->
          new WriteResult.Images(Optional.ofNullable(before), Optional.of(after));
      };
    }

    private static void apply(
        PropertyOperation operation, Entity from, EntityBuilder written, HashSet<String> removed) {
      var before = from.get(operation.property()).orElse(null);
      var after = new PropertyEvaluation(operation).of(before);
      if (after == before) {
        return;
      }
      if (after == null) {
        removed.add(operation.property());
      } else {
        written.set(operation.property(), after);
      }
    }

    private Entity absent() {
      return defaults.orElseThrow(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, ""));
    }

    private static void requireLength(List<PropertyOperation> operations) {
      if (operations.isEmpty() || operations.size() > MAX_OPERATIONS) {
        throw invalid("operations=" + operations.size() + " from=1 to=" + MAX_OPERATIONS);
      }
    }

    private static void requireBytes(Entity operands, Optional<Entity> defaults) {
      var bytes = operands.encoded().length
          + defaults.map(entity -> entity.encoded().length).orElse(0);
      if (bytes > MAX_BYTES) {
        throw new InvalidRequestException(
            ErrorCode.ENTITY_TOO_LARGE, "bytes=" + bytes + " limit=" + MAX_BYTES);
      }
    }

    private static void requireCondition(Filter condition) {
      if (condition.equals(Filter.ALL)) {
        return;
      }
      var units = FilterPrinter.print(condition).length();
      if (units > CONDITION_UNITS) {
        throw invalid("conditionUnits=" + units + " limit=" + CONDITION_UNITS);
      }
    }

    private static Entity asDefaults(EntityKey key, Entity entity) {
      if (!entity.key().equals(key)) {
        throw invalid("defaults=ofAnotherKey");
      }
      return entity.timestampTicks() == 0 ? entity : entity.withTimestamp(0);
    }

    private static InvalidRequestException invalid(String facts) {
      return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
    }

    /** Is at least the number of bytes of the encoded form. */
    @Override
    public int weightBytes() {
      return 2 * EntitySize.ofKey(key)
          + (token.isPresent() ? NODE_BYTES : 0)
          + operations.stream().mapToInt(Change::bytes).sum()
          + (condition.equals(Filter.ALL) ? 0 : bytes(condition))
          + defaults.map(entity -> entity.encoded().length).orElse(0);
    }

    /** An encoded property has at most three bytes for a UTF-16 unit, which counts two. */
    private static int bytes(PropertyOperation operation) {
      var value = operation.operand().orElse(NO_OPERAND);
      return NODE_BYTES + EntitySize.ofProperty(operation.property(), value) * 3 / 2;
    }

    private static int bytes(Filter condition) {
      return 3 * FilterPrinter.print(condition).length() + nodes(condition) * NODE_BYTES;
    }

    private static int nodes(Filter condition) {
      return 1 + condition.operands().stream().mapToInt(Change::nodes).sum();
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.change(this);
    }
  }
}
