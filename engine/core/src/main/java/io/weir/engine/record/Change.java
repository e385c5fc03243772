package io.weir.engine.record;

import io.weir.engine.tree.WriteGroup;
import org.jspecify.annotations.Nullable;

/**
 * The change of one key: a new stored form, or its removal. The arrays are not copied and must not
 * be written to.
 */
public final class Change {

  /** How the log tells a change. */
  public enum Kind {
    PUT,
    REMOVE,
    /** A removal that is logged with the form that was stored. */
    REMOVE_KNOWN,
    /** The removal of an entity that has expired. */
    EXPIRE
  }

  private final Kind kind;
  private final byte[] key;
  private final byte @Nullable [] form;
  private final @Nullable BeforeImage before;

  private Change(Kind kind, byte[] key, byte @Nullable [] form, @Nullable BeforeImage before) {
    this.kind = kind;
    this.key = key;
    this.form = form;
    this.before = before;
  }

  /** Returns a change that stores a form under a key. */
  public static Change put(byte[] key, byte[] stored) {
    return new Change(Kind.PUT, key, stored, null);
  }

  /** Returns a change that removes a key. */
  public static Change remove(byte[] key) {
    return new Change(Kind.REMOVE, key, null, null);
  }

  /** Returns a change that removes a key, and whose log record tells what was stored. */
  public static Change remove(byte[] key, byte[] before) {
    return new Change(Kind.REMOVE_KNOWN, key, before, null);
  }

  /** Returns a change that removes the key of an expired entity. */
  public static Change expire(byte[] key) {
    return new Change(Kind.EXPIRE, key, null, null);
  }

  /** Returns this change, told with what it replaces. Not for a {@link Kind#REMOVE_KNOWN}. */
  Change with(BeforeImage image) {
    return new Change(kind, key, form, image);
  }

  /**
   * Returns what the log record tells of the form that the change replaces; null when it tells
   * nothing.
   */
  public @Nullable BeforeImage before() {
    return before;
  }

  public Kind kind() {
    return kind;
  }

  public byte[] key() {
    return key;
  }

  /** Returns the new stored form; null when the key is removed. */
  public byte @Nullable [] stored() {
    return kind == Kind.PUT ? form : null;
  }

  /**
   * Returns the form that the log record holds: the new one, or the one that is removed; null when
   * it holds none.
   */
  public byte @Nullable [] logged() {
    return form;
  }

  /** Adds the change to the changes of a turn. */
  public void addTo(WriteGroup group) {
    var stored = stored();
    if (stored == null) {
      group.remove(key);
    } else {
      group.put(key, stored);
    }
  }
}
