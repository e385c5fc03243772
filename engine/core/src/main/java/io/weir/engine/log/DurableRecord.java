package io.weir.engine.log;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * A position up to which the log was once durable, stored apart from the log. It is the witness
 * against a log that has lost its end.
 *
 * <p>Two slots are written in turn, so that a torn write leaves the other slot intact. A slot is
 * big-endian, begins at 0 or at 4096, and lies in one sector:
 *
 * <pre>
 * offset  width  meaning
 *      0      8  "WEIRDURA"
 *      8     16  store id
 *     24      8  position
 *     32      4  CRC-32C over bytes 0 to 32
 * </pre>
 *
 * <p>The record may lag the log but never leads it: a position is written after the log was forced
 * up to it. A slot that cannot be read is therefore no damage; it is ignored.
 *
 * <p>Runs on: one thread at a time that may block.
 */
public final class DurableRecord {
  /** Name of the file in the store's folder. */
  public static final String FILE = "DURABLE";

  private static final int SLOTS = 2;
  private static final int SLOT_BYTES = 4096;
  private static final int USED_BYTES = 36;
  private static final long MAGIC = 0x5745495244555241L;
  private static final int POSITION_AT = 24;
  private static final int CHECKSUM_AT = 32;

  private final Folder folder;
  private final UUID storeId;
  private int nextSlot;

  /**
   * Creates the record of a store. Its file is in the store's folder, or is created there by the
   * first write.
   */
  public DurableRecord(Folder folder, UUID storeId) {
    this.folder = folder;
    this.storeId = storeId;
  }

  /** Returns the highest position recorded, or 0 if there is none. */
  public long read() throws IOException {
    long highest = 0;
    if (!folder.exists(FILE)) {
      return highest;
    }
    try (DiskFile file = folder.openToRead(FILE)) {
      for (int slot = 0; slot < SLOTS; slot++) {
        long position = positionIn(file, slot);
        if (position > highest) {
          highest = position;
          nextSlot = (slot + 1) % SLOTS;
        }
      }
    }
    return highest;
  }

  /**
   * Records a position durably. After a failure the record holds either the earlier position or
   * this one.
   *
   * @param position up to which the log is durable; not below one recorded before
   */
  public void write(long position) throws IOException {
    try (DiskFile file = openOrCreate()) {
      file.writeFully(slot(position), (long) nextSlot * SLOT_BYTES);
      file.force();
    }
    nextSlot = (nextSlot + 1) % SLOTS;
  }

  private DiskFile openOrCreate() throws IOException {
    if (folder.exists(FILE)) {
      return folder.open(FILE);
    }
    DiskFile file = folder.create(FILE);
    try {
      file.writeFully(ByteBuffer.allocate(SLOTS * SLOT_BYTES), 0);
      file.force();
      folder.force();
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private long positionIn(DiskFile file, int slot) throws IOException {
    long offset = (long) slot * SLOT_BYTES;
    if (file.size() < offset + USED_BYTES) {
      return 0;
    }
    ByteBuffer bytes = ByteBuffer.allocate(USED_BYTES);
    file.readFully(bytes, offset);
    boolean sound = bytes.getLong(0) == MAGIC
        && new UUID(bytes.getLong(8), bytes.getLong(16)).equals(storeId)
        && bytes.getInt(CHECKSUM_AT) == checksum(bytes);
    return sound ? bytes.getLong(POSITION_AT) : 0;
  }

  private ByteBuffer slot(long position) {
    ByteBuffer bytes = ByteBuffer.allocate(USED_BYTES)
        .putLong(MAGIC)
        .putLong(storeId.getMostSignificantBits())
        .putLong(storeId.getLeastSignificantBits())
        .putLong(position);
    return bytes.putInt(checksum(bytes)).flip();
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(0, CHECKSUM_AT));
    return (int) crc.getValue();
  }
}
