package io.weir.cli.rows;

import io.weir.api.entity.EntityKey;

/**
 * A hash of 64 bits of an entity's keys.
 *
 * <p>FNV-1a over the UTF-16 units of both keys, then the finalizer of MurmurHash3. Among n
 * different keys two share a fingerprint with a probability of about n²/2⁶⁵: one in four hundred
 * thousand for ten million.
 */
final class Fingerprint {

  private static final long FNV_BASIS = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  private Fingerprint() {}

  static long of(EntityKey key) {
    var hash = fold(FNV_BASIS, key.partitionKey());
    return mixed(fold(hash * FNV_PRIME, key.rowKey()));
  }

  private static long fold(long hash, String text) {
    for (var i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  private static long mixed(long hash) {
    hash = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
    hash = (hash ^ hash >>> 33) * 0xC4CEB9FE1A85EC53L;
    return hash ^ hash >>> 33;
  }
}
