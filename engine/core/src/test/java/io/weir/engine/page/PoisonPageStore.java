package io.weir.engine.page;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import net.openhft.chronicle.core.UnsafeMemory;

/**
 * A store that fills freed pages with a pattern and does not reuse them.
 *
 * <p>Runs on: the owner's thread. Memory is not released before {@link #close}, so a reader that
 * comes too late reads the pattern and is detected.
 */
public final class PoisonPageStore implements PageStore {

  /** Byte of the pattern: neither a page format nor a value that tests write. */
  public static final byte POISON = (byte) 0xDB;

  private final int pageBytes;
  private final Map<Long, Long> addresses = new HashMap<>();
  private final Map<Long, Integer> lengths = new HashMap<>();
  private final Map<Long, Integer> ever = new HashMap<>();
  private long nextId;
  private long bytes;
  private long limit = Long.MAX_VALUE;
  private LongPredicate emptied = id -> false;
  private FirstUse verifier = FirstUse.NONE;

  public PoisonPageStore(int pageBytes) {
    this.pageBytes = pageBytes;
  }

  /** Allows so many more pages to be allocated. */
  public void limit(long pages) {
    limit = pages;
  }

  /** Sets the verifier of pages, before a tree is made. */
  public void verifyBy(FirstUse pages) {
    verifier = pages;
  }

  @Override
  public FirstUse firstUse() {
    return verifier;
  }

  /** Makes pages count as lying in files that are being emptied. */
  public void empty(LongPredicate pages) {
    emptied = pages;
  }

  @Override
  public PageMoves moves() {
    return new PageMoves() {
      @Override
      public boolean isWanted(long id) {
        return emptied.test(id);
      }

      @Override
      public boolean isLarge(long id) {
        return Objects.requireNonNull(lengths.get(id)) > pageBytes;
      }
    };
  }

  @Override
  public int pageBytes() {
    return pageBytes;
  }

  @Override
  public boolean hasRoom(long leafPages, long largeBytes) {
    return leafPages <= limit;
  }

  @Override
  public long freeLeafPages() {
    return limit;
  }

  @Override
  public PageHandle allocate(int lengthBytes) {
    if (limit-- <= 0) {
      limit = 0;
      throw new PagesExhausted(lengthBytes);
    }
    long address = UnsafeMemory.INSTANCE.allocate(lengthBytes);
    long id = nextId++;
    addresses.put(id, address);
    lengths.put(id, lengthBytes);
    bytes += lengthBytes;
    return new PageHandle(id, address);
  }

  @Override
  public void free(long id, long address, int lengthBytes) {
    Integer length = lengths.remove(id);
    if (length == null || length != lengthBytes || addresses.get(id) != address) {
      throw new IllegalStateException(
          "freed page is unknown id=" + id + " lengthBytes=" + lengthBytes);
    }
    UnsafeMemory.INSTANCE.setMemory(addresses.get(id), lengthBytes, POISON);
    ever.put(id, lengthBytes);
    bytes -= lengthBytes;
  }

  @Override
  public PageStoreStats stats() {
    return new PageStoreStats(lengths.size(), bytes, bytes, Long.MAX_VALUE, Long.MAX_VALUE, 1);
  }

  @Override
  public void close() {
    ever.putAll(lengths);
    ever.forEach((id, length) -> UnsafeMemory.INSTANCE.freeMemory(addresses.get(id), length));
    addresses.clear();
    lengths.clear();
    ever.clear();
    bytes = 0;
  }
}
