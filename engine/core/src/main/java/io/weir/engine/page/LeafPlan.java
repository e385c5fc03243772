package io.weir.engine.page;

import java.util.Arrays;

/**
 * A sequence in key order of entries of old pages and new entries, which is then written as new
 * pages.
 *
 * <p>Runs on: one thread at a time, the owner of the store. A plan is reused after
 * {@link #clear()}, and does not allocate once it has grown to its working size.
 *
 * <p>A plan holds <em>spans</em>: runs of neighbouring entries of one old page, or one new entry. A
 * span is copied in one piece if its page has the prefix of the new page, so changing one entry of
 * a page costs little more than copying the page. The old pages must stay until the plan is
 * written. Keys and values are referenced, not copied, until then.
 */
public final class LeafPlan {

  private final LeafSpans spans = new LeafSpans();
  private final InsertRun inserts = new InsertRun();

  /** Bytes of keys and values before each entry; valid if its length matches the plan. */
  private long[] bytesBefore = new long[64];

  private int indexed;

  private int writtenBytes;

  private byte[] first = new byte[128];
  private byte[] last = new byte[128];

  /** Empties the plan. */
  public void clear() {
    spans.clear();
    inserts.clear();
    indexed = 0;
  }

  /** Starts over with the recorded insert run of a page. */
  public void startFrom(long page) {
    clear();
    inserts.continueFrom(page);
  }

  /**
   * Adds the entries of a page in the range from {@code from}, inclusive, to {@code to}, exclusive.
   */
  public void addEntries(long page, int from, int to) {
    if (from < to) {
      spans.addEntries(page, from, to);
    }
  }

  /** Adds an entry that replaces one with the same key. */
  public void addReplacement(byte[] key, byte[] value) {
    spans.addEntry(key, value);
  }

  /**
   * Adds an entry whose key is new.
   *
   * @param position in the page of {@link #startFrom} at which it is inserted
   */
  public void addInsert(byte[] key, byte[] value, int position) {
    inserts.add(position, spans.count());
    spans.addEntry(key, value);
  }

  /** Notes that an entry of the page was omitted. */
  public void noteRemoval() {
    inserts.clear();
  }

  /** Adds all entries of another plan, whose keys are greater. */
  public void addAll(LeafPlan other) {
    spans.addRange(other.spans, 0, other.count());
  }

  /**
   * Adds the entries of another plan, whose keys are greater, in the range from {@code from},
   * inclusive, to {@code to}, exclusive.
   */
  public void addRange(LeafPlan other, int from, int to) {
    inserts.continueFrom(other.inserts, from, to, count());
    spans.addRange(other.spans, from, to);
  }

  /** Adds all entries of a page, whose keys are greater. */
  public void addPage(long page) {
    spans.addEntries(page, 0, LeafPage.count(page));
  }

  /** Puts all entries of a page, whose keys are smaller, before those in the plan. */
  public void prependPage(long page) {
    inserts.shift(LeafPage.count(page));
    spans.prependEntries(page, 0, LeafPage.count(page));
  }

  /** Returns the number of entries. */
  public int count() {
    return spans.count();
  }

  /**
   * Returns the length of the run of successive inserts: positive if they ascend, negative if they
   * descend.
   */
  public int insertRun() {
    return inserts.run();
  }

  /** Returns the position of the latest insert of the run, or -1 if unknown. */
  public int lastInsert() {
    return inserts.position();
  }

  /**
   * Returns the bytes of key and value of the longest entry that is new or was alone in its page.
   */
  public long longestSingleEntryBytes() {
    return spans.longestSingleBytes();
  }

  /** Returns the bytes of an entry's key and value. */
  public long entryBytes(int position) {
    index();
    return bytesBefore[position + 1] - bytesBefore[position];
  }

  /** Returns an entry's key in a new array. */
  public byte[] key(int position) {
    byte[] key = new byte[spans.keyLength(position)];
    spans.copyKey(position, key);
    return key;
  }

  /** Returns the length of the page that all entries would make. */
  public long lengthBytes() {
    return lengthBytes(0, count());
  }

  /**
   * Returns the length of the page that the entries from {@code from}, inclusive, to {@code to},
   * exclusive, would make.
   */
  public long lengthBytes(int from, int to) {
    return LeafSpans.pageBytes(to - from, bytes(from, to), prefixLength(from, to));
  }

  /**
   * Returns the length of the page that all entries would make together with those of a page with
   * greater keys.
   */
  public long lengthBytesWithNext(long page) {
    int count = LeafPage.count(page);
    int firstLength = loadFirst(0);
    last = ensure(last, LeafPage.keyLength(page, count - 1));
    int lastLength = LeafPage.copyKey(page, count - 1, last, 0);
    return joined(count, LeafSpans.bytes(page, 0, count), firstLength, lastLength);
  }

  /**
   * Returns the length of the page that all entries would make together with those of a page with
   * smaller keys.
   */
  public long lengthBytesWithPrevious(long page) {
    int count = LeafPage.count(page);
    first = ensure(first, LeafPage.keyLength(page, 0));
    int firstLength = LeafPage.copyKey(page, 0, first, 0);
    int lastLength = loadLast(count() - 1);
    return joined(count, LeafSpans.bytes(page, 0, count), firstLength, lastLength);
  }

  /**
   * Returns the length of the page that all entries would make together with those of a plan with
   * greater keys.
   */
  public long lengthBytesWithNext(LeafPlan next) {
    int firstLength = loadFirst(0);
    last = ensure(last, next.spans.keyLength(next.count() - 1));
    int lastLength = next.spans.copyKey(next.count() - 1, last);
    return joined(next.count(), next.spans.bytes(), firstLength, lastLength);
  }

  private long joined(int otherCount, long otherBytes, int firstLength, int lastLength) {
    return LeafSpans.pageBytes(
        count() + otherCount, spans.bytes() + otherBytes, shared(firstLength, lastLength));
  }

  /**
   * Writes the entries from {@code from}, inclusive, to {@code to}, exclusive, to a new page.
   *
   * @throws PagesExhausted if the store has no room; nothing has changed then
   */
  public PageHandle write(PageStore store, int from, int to) {
    int prefixLength = prefixLength(from, to);
    int length = Math.toIntExact(LeafSpans.pageBytes(to - from, bytes(from, to), prefixLength));
    PageHandle page = store.allocate(length);
    long memory = store.memory(page, length);
    LeafWriter.write(spans, from, to, memory, length, first, prefixLength);
    inserts.write(memory, from, to);
    store.filled(page, length);
    writtenBytes = length;
    return page;
  }

  /** Returns the length of the page that was written last. */
  public int writtenBytes() {
    return writtenBytes;
  }

  private long bytes(int from, int to) {
    if (from == 0 && to == count()) {
      return spans.bytes();
    }
    index();
    return bytesBefore[to] - bytesBefore[from];
  }

  private int prefixLength(int from, int to) {
    return shared(loadFirst(from), loadLast(to - 1));
  }

  private int shared(int firstLength, int lastLength) {
    int mismatch = Arrays.mismatch(first, 0, firstLength, last, 0, lastLength);
    return mismatch < 0 ? firstLength : mismatch;
  }

  private int loadFirst(int position) {
    first = ensure(first, spans.keyLength(position));
    return spans.copyKey(position, first);
  }

  private int loadLast(int position) {
    last = ensure(last, spans.keyLength(position));
    return spans.copyKey(position, last);
  }

  private void index() {
    int count = count();
    if (indexed == count) {
      return;
    }
    if (bytesBefore.length <= count) {
      bytesBefore = new long[2 * count];
    }
    spans.bytesBefore(bytesBefore);
    indexed = count;
  }

  private static byte[] ensure(byte[] array, int length) {
    return array.length >= length ? array : new byte[2 * length];
  }
}
