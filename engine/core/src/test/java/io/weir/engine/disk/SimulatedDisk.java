package io.weir.engine.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A disk in memory that does what a real one may do to a program that does not force.
 *
 * <p>Each file has the bytes that a program sees and the bytes on the medium. A force copies all
 * sectors that differ; a power cut copies a random choice of them and throws the rest away. Now and
 * then sectors reach the medium by themselves, so that the medium may hold any version of a sector,
 * not just the last. Names behave alike: until the folder is forced, each creation, renaming and
 * deletion survives a power cut or not, independently of the others.
 *
 * <p>A force that fails drops the sectors it was to write: the program goes on to see them, the
 * medium never gets them unless they are written again. That is what Linux does.
 *
 * <p>Runs on: one thread.
 */
public final class SimulatedDisk implements Folder {
  public static final int SECTOR_BYTES = 512;

  private final Random random;
  private Map<String, Content> names = new TreeMap<>();
  private Map<String, Content> durableNames = new TreeMap<>();
  private final List<NameChange> unforcedChanges = new ArrayList<>();
  private int life;
  private int operationsToStop = -1;
  private boolean stopCutsPower;
  private int writesToFailure = -1;
  private int forcesToFailure = -1;
  private boolean shortWrites;
  private boolean full;
  private int fileForces;

  public SimulatedDisk(long seed) {
    random = new Random(seed);
  }

  // What a test can do to it

  /**
   * The power fails instead of the n-th operation from now that changes anything, 1 being the next.
   */
  public void cutPowerAtOperation(int n) {
    operationsToStop = n;
    stopCutsPower = true;
  }

  /** The process is killed instead of the n-th operation from now that changes anything. */
  public void killProcessAtOperation(int n) {
    operationsToStop = n;
    stopCutsPower = false;
  }

  public void failWrite(int n) {
    writesToFailure = n;
  }

  public void failForce(int n) {
    forcesToFailure = n;
  }

  /** From now on a write takes some of the bytes only. */
  public void writeShort() {
    shortWrites = true;
  }

  /** From now on a write takes nothing. */
  public void fillUp() {
    full = true;
  }

  public int fileForces() {
    return fileForces;
  }

  /**
   * The machine loses power: of what was not forced, chance decides what is left. Open files are
   * dead.
   */
  public void cutPower() {
    life++;
    for (Content content : names.values()) {
      content.keepSomeSectors(random);
    }
    Map<String, Content> survivors = new TreeMap<>(durableNames);
    for (NameChange change : unforcedChanges) {
      if (random.nextBoolean()) {
        change.apply(survivors);
      }
    }
    survivors.values().forEach(Content::forgetUnforced);
    names = survivors;
    durableNames = new TreeMap<>(survivors);
    unforcedChanges.clear();
    operationsToStop = -1;
  }

  /** The process is killed: the system keeps all that was written. Open files are dead. */
  public void killProcess() {
    life++;
    operationsToStop = -1;
  }

  /**
   * The bytes of a file as a program sees them; a test may damage them, then calls {@link #settle}.
   */
  public byte[] bytes(String name) {
    return names.get(name).seen;
  }

  public void plant(String name, byte[] bytes) {
    Content content = new Content();
    content.seen = bytes;
    names.put(name, content);
    settle();
  }

  public void lose(String name) {
    names.remove(name);
    settle();
  }

  /** Makes all durable as it is seen now. */
  public void settle() {
    names.values().forEach(Content::settle);
    durableNames = new TreeMap<>(names);
    unforcedChanges.clear();
  }

  // What a program can do with it

  @Override
  public Folder folder(String name) {
    throw new UnsupportedOperationException("one folder is simulated");
  }

  @Override
  public String locate(String name) {
    return "simulated:" + name;
  }

  @Override
  public long usableBytes() {
    return full ? 0 : Long.MAX_VALUE;
  }

  @Override
  public List<String> list() {
    return List.copyOf(names.keySet());
  }

  @Override
  public DiskFile create(String name) throws IOException {
    operate();
    if (names.containsKey(name)) {
      throw new IOException("exists name=" + name);
    }
    Content content = new Content();
    change(all -> all.put(name, content));
    return new OpenFile(content);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    Content content = names.get(name);
    if (content == null) {
      throw new IOException("missing name=" + name);
    }
    return new OpenFile(content);
  }

  @Override
  public DiskFile openToRead(String name) throws IOException {
    return open(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    if (names.containsKey(to)) {
      throw new IOException("name is taken name=" + to);
    }
    replace(from, to);
  }

  @Override
  public void replace(String from, String to) throws IOException {
    operate();
    Content content = names.get(from);
    if (content == null) {
      throw new IOException("missing name=" + from);
    }
    change(all -> {
      all.remove(from, content);
      all.put(to, content);
    });
  }

  @Override
  public void delete(String name) throws IOException {
    operate();
    Content content = names.get(name);
    if (content != null) {
      change(all -> all.remove(name, content));
    }
  }

  @Override
  public void force() throws IOException {
    operate();
    durableNames = new TreeMap<>(names);
    unforcedChanges.clear();
  }

  private void change(NameChange change) {
    change.apply(names);
    unforcedChanges.add(change);
  }

  private void operate() throws Stopped {
    if (operationsToStop > 0 && --operationsToStop == 0) {
      if (stopCutsPower) {
        cutPower();
      } else {
        killProcess();
      }
      throw new Stopped();
    }
  }

  private interface NameChange {
    void apply(Map<String, Content> names);
  }

  /** Thrown to a program that is no more: it can do nothing from here on. */
  public static final class Stopped extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** What a file holds. */
  private static final class Content {
    byte[] seen = new byte[0];
    byte[] medium = new byte[0];
    final BitSet unforced = new BitSet();

    void write(ByteBuffer source, int offset, int length) {
      if (offset + length > seen.length) {
        seen = Arrays.copyOf(seen, offset + length);
      }
      source.get(seen, offset, length);
      unforced.set(offset / SECTOR_BYTES, (offset + length - 1) / SECTOR_BYTES + 1);
    }

    void force() {
      unforced.stream().forEach(this::keep);
      unforced.clear();
    }

    void dropUnforced() {
      unforced.clear();
    }

    void settle() {
      medium = seen.clone();
      unforced.clear();
    }

    void keepSomeSectors(Random random) {
      int percent = List.of(0, 10, 50, 90, 100).get(random.nextInt(5));
      unforced.stream().filter(sector -> random.nextInt(100) < percent).forEach(this::keep);
    }

    void keep(int sector) {
      int from = sector * SECTOR_BYTES;
      int to = Math.min(from + SECTOR_BYTES, seen.length);
      if (to > medium.length) {
        medium = Arrays.copyOf(medium, to);
      }
      System.arraycopy(seen, from, medium, from, to - from);
    }

    void forgetUnforced() {
      seen = medium.clone();
      unforced.clear();
    }
  }

  private final class OpenFile implements DiskFile {
    private final Content content;
    private final int bornIn = life;

    OpenFile(Content content) {
      this.content = content;
    }

    @Override
    public long size() {
      return content.seen.length;
    }

    @Override
    public int read(ByteBuffer target, long offset) {
      int length = Math.min(target.remaining(), content.seen.length - (int) offset);
      if (length <= 0) {
        return -1;
      }
      target.put(content.seen, (int) offset, length);
      return length;
    }

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
      operateOnFile();
      if (writesToFailure > 0 && --writesToFailure == 0) {
        throw new IOException("simulated: write failed");
      }
      if (full) {
        return 0;
      }
      int length = shortWrites ? 1 + random.nextInt(source.remaining()) : source.remaining();
      content.write(source, (int) offset, length);
      if (random.nextInt(8) == 0) {
        content.keepSomeSectors(random);
      }
      return length;
    }

    @Override
    public void force() throws IOException {
      operateOnFile();
      fileForces++;
      if (forcesToFailure > 0 && --forcesToFailure == 0) {
        content.keepSomeSectors(random);
        content.dropUnforced();
        throw new IOException("simulated: force failed");
      }
      content.force();
    }

    private void operateOnFile() throws Stopped {
      if (bornIn != life) {
        throw new Stopped();
      }
      operate();
    }

    @Override
    public void close() {}
  }
}
