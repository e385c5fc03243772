package io.weir.engine.page;

import java.util.Arrays;

/**
 * Entries of old pages and new entries, put together in key order, to be written as new pages.
 *
 * <p>Runs on: one thread at a time, the owner of the store. Made to be used again after
 * {@link #clear()}; a plan does not allocate once it has grown to its working size.
 *
 * <p>A plan holds <em>spans</em>: runs of neighbouring entries of one old page, or one new entry. A
 * span whose page has the prefix of the new page is copied in one piece, so that to change one
 * entry of a page costs little more than to copy it. The old pages must stay until the plan is
 * written. Keys and values are used, not copied, until then.
 */
public final class LeafPlan {

  private final LeafSpans spans = new LeafSpans();
  private final InsertRun inserts = new InsertRun();

  /** Bytes of keys and values before each entry; valid when as long as the plan. */
  private long[] bytesBefore = new long[64];

  private int indexed;

  private byte[] first = new byte[128];
  private byte[] last = new byte[128];

  /** Empties the plan. */
  public void clear() {
    spans.clear();
    inserts.clear();
    indexed = 0;
  }

  /** Starts over with the knowledge of where a page was last inserted into. */
  public void startFrom(long page) {
    clear();
    inserts.continueFrom(page);
  }

  /** Adds the entries of a page from one position up to another, which is not included. */
  public void addEntries(long page, int from, int to) {
    if (from < to) {
      spans.addEntries(page, from, to);
    }
  }

  /** Adds an entry in place of one that had the same key. */
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

  /** Notes that an entry of the page was left out. */
  public void noteRemoval() {
    inserts.clear();
  }

  /** Adds all entries of another plan, whose keys are greater. */
  public void addAll(LeafPlan other) {
    spans.addRange(other.spans, 0, other.count());
  }

  /**
   * Adds entries of another plan, whose keys are greater, from one position up to another, which is
   * not included.
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

  /** Number of entries. */
  public int count() {
    return spans.count();
  }

  /**
   * Length of the run of inserts that follow each other upwards (above 0) or downwards (below 0).
   */
  public int insertRun() {
    return inserts.run();
  }

  /** Position of the latest insert of the run, or -1 when not known. */
  public int lastInsert() {
    return inserts.position();
  }

  /** Bytes of key and value of the longest entry that is new or was alone in its page. */
  public long longestSingleEntryBytes() {
    return spans.longestSingleBytes();
  }

  /** Bytes of an entry's key and value. */
  public long entryBytes(int position) {
    index();
    return bytesBefore[position + 1] - bytesBefore[position];
  }

  /** An entry's key, in an array of its own. */
  public byte[] key(int position) {
    byte[] key = new byte[spans.keyLength(position)];
    spans.copyKey(position, key);
    return key;
  }

  /** Length of the page that all entries would make. */
  public long lengthBytes() {
    return lengthBytes(0, count());
  }

  /**
   * Length of the page that the entries from one position up to another, which is not included,
   * would make.
   */
  public long lengthBytes(int from, int to) {
    return LeafSpans.pageBytes(to - from, bytes(from, to), prefixLength(from, to));
  }

  /** Length of the page that all entries and those of a page with greater keys would make. */
  public long lengthBytesWithNext(long page) {
    int count = LeafPage.count(page);
    int firstLength = loadFirst(0);
    last = ensure(last, LeafPage.keyLength(page, count - 1));
    int lastLength = LeafPage.copyKey(page, count - 1, last, 0);
    return joined(count, LeafSpans.bytes(page, 0, count), firstLength, lastLength);
  }

  /** Length of the page that all entries and those of a page with smaller keys would make. */
  public long lengthBytesWithPrevious(long page) {
    int count = LeafPage.count(page);
    first = ensure(first, LeafPage.keyLength(page, 0));
    int firstLength = LeafPage.copyKey(page, 0, first, 0);
    int lastLength = loadLast(count() - 1);
    return joined(count, LeafSpans.bytes(page, 0, count), firstLength, lastLength);
  }

  /** Length of the page that all entries and those of a plan with greater keys would make. */
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
   * Writes the entries from one position up to another, which is not included, to a new page.
   *
   * @throws PagesExhausted when the store has no room; nothing has changed then
   */
  public PageHandle write(PageStore store, int from, int to) {
    int prefixLength = prefixLength(from, to);
    int length = Math.toIntExact(LeafSpans.pageBytes(to - from, bytes(from, to), prefixLength));
    PageHandle page = store.allocate(length);
    LeafWriter.write(spans, from, to, page.address(), length, first, prefixLength);
    inserts.write(page.address(), from, to);
    return page;
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
