package io.weir.engine.command;

/** Takes the changes of keys that work on a shard's loop makes. */
public interface Changes {

  /** Stores a value under a key of this shard. */
  void put(byte[] key, byte[] value);

  /** Removes a key of this shard. */
  void remove(byte[] key);

  /** Removes the key of an expired entity of this shard. */
  void expire(byte[] key);
}
