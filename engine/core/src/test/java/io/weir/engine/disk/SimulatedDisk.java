package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A disk in memory that does what a real one may do to a program that does not force.
 *
 * <p>Each file has the bytes that a program sees and the bytes on the medium. A force copies all
 * sectors that differ; a power cut copies a random choice of them and throws the rest away. Now and
 * then sectors reach the medium by themselves, so that the medium may hold any version of a sector,
 * not just the last. Names behave alike: until their folder is forced, each creation, renaming and
 * deletion survives a power cut or not, independently of the others.
 *
 * <p>A force that fails drops the sectors it was to write: the program goes on to see them, the
 * medium never gets them unless they are written again. That is what Linux does.
 *
 * <p>A life of the disk ends when the power is cut or the process killed: folders and files that
 * were opened in it are dead, and everything that is tried on them fails with {@link Stopped}.
 *
 * <p>Runs on: one thread.
 */
public final class SimulatedDisk implements Disk {

  /** What a program can do to a disk. */
  public enum Operation {
    CREATE,
    READ,
    WRITE,
    FORCE,
    RENAME,
    DELETE,
    FORCE_FOLDER
  }

  final Random random;
  private final Map<String, SimulatedNames> folders = new TreeMap<>();
  private final List<Fault> faults = new ArrayList<>();
  private Runnable beforeEach = () -> {};
  private int life;
  private int operationsToStop = -1;
  private boolean stopCutsPower;
  private boolean shortWrites;
  private boolean full;
  private long spaceBytes = Long.MAX_VALUE;
  private final Map<String, Integer> forces = new TreeMap<>();

  public SimulatedDisk(long seed) {
    random = new Random(seed);
  }

  /** The disk's only root, whatever the path. */
  @Override
  public Folder folder(Path path) {
    return root();
  }

  /** The root, for as long as this life lasts. */
  public Folder root() {
    return new SimulatedFolder(this, "", life);
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

  /** The n-th such operation from now on files whose path begins so fails. */
  public void fail(Operation operation, String path, int n) {
    faults.add(new Fault(operation, path, n));
  }

  public void failWrite(int n) {
    fail(Operation.WRITE, "", n);
  }

  public void failForce(int n) {
    fail(Operation.FORCE, "", n);
  }

  /** Forgets all faults that have not happened. */
  public void heal() {
    faults.clear();
    full = false;
    shortWrites = false;
    spaceBytes = Long.MAX_VALUE;
  }

  /** Whether nothing is set to fail. */
  public boolean isHealthy() {
    return faults.isEmpty() && !full && spaceBytes == Long.MAX_VALUE;
  }

  /** From now on a write takes some of the bytes only. */
  public void writeShort() {
    shortWrites = true;
  }

  /** From now on a write takes nothing. */
  public void fillUp() {
    full = true;
  }

  /** So many more bytes can be written; bytes that a file has already can be written again. */
  public void leaveSpace(long bytes) {
    spaceBytes = bytes;
  }

  /** Has this done before each operation that changes anything: other threads' work, say. */
  public void beforeEach(Runnable task) {
    beforeEach = task;
  }

  /** How often any file was forced, or was to be. */
  public int fileForces() {
    return forces.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How often a file of this path was forced, or was to be. */
  public int forcesOf(String path) {
    return forces.getOrDefault(path, 0);
  }

  /** Whether the life in which {@code folder} was had is over. */
  public boolean isDead(Folder folder) {
    return ((SimulatedFolder) folder).bornIn() != life;
  }

  /**
   * The machine loses power: of what was not forced, chance decides what is left. Open files are
   * dead.
   */
  public void cutPower() {
    endLife();
    folders.values().forEach(names -> names.cutPower(random));
  }

  /** The process is killed: the system keeps all that was written. Open files are dead. */
  public void killProcess() {
    endLife();
  }

  private void endLife() {
    life++;
    operationsToStop = -1;
  }

  /** Names of the files in the root. */
  public List<String> list() {
    return names("").list();
  }

  /**
   * The bytes of a file as a program sees them; a test may damage them, then calls {@link #settle}.
   */
  public byte[] bytes(String path) {
    return content(path).bytes();
  }

  /** Puts a file there, durably. */
  public void plant(String path, byte[] bytes) {
    SimulatedContent content = new SimulatedContent();
    content.replace(bytes);
    names(folderOf(path)).plant(nameOf(path), content);
    settle();
  }

  /** Takes a file away, durably. */
  public void lose(String path) {
    names(folderOf(path)).lose(nameOf(path));
    settle();
  }

  /** Makes all durable as it is seen now. */
  public void settle() {
    folders.values().forEach(SimulatedNames::settle);
  }

  private SimulatedContent content(String path) {
    SimulatedContent content = names(folderOf(path)).find(nameOf(path));
    if (content == null) {
      throw new IllegalArgumentException("missing path=" + path);
    }
    return content;
  }

  private static String folderOf(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  // What folders and files ask of it

  SimulatedNames names(String folder) {
    return folders.computeIfAbsent(folder, made -> new SimulatedNames());
  }

  /** Names of the folders right inside this one. */
  List<String> foldersIn(String folder) {
    return folders.keySet().stream()
        .filter(path -> path.length() > folder.length() && path.startsWith(folder))
        .map(path -> path.substring(folder.length(), path.length() - 1))
        .filter(name -> !name.contains("/"))
        .toList();
  }

  long usableBytes() {
    return full ? 0 : spaceBytes;
  }

  /** Begins an operation that changes something. */
  void change(Operation operation, String path, int bornIn) throws IOException {
    beforeEach.run();
    look(operation, path, bornIn);
    if (operationsToStop > 0 && --operationsToStop == 0) {
      if (stopCutsPower) {
        cutPower();
      } else {
        killProcess();
      }
      throw new Stopped();
    }
  }

  /** Begins any operation. */
  void look(Operation operation, String path, int bornIn) throws IOException {
    if (bornIn != life) {
      throw new Stopped();
    }
    if (faults.removeIf(fault -> fault.strikes(operation, path))) {
      throw new Failed(operation);
    }
  }

  /** How many of so many bytes a write takes, of which so many would make the file longer. */
  int taken(int bytes, long growth) throws IOException {
    if (full) {
      return 0;
    }
    int room = (int) Math.min(bytes, bytes - growth + Math.min(growth, spaceBytes));
    if (room <= 0) {
      throw new IOException("simulated: no space left on device");
    }
    return shortWrites ? 1 + random.nextInt(room) : room;
  }

  void grew(long bytes) {
    if (spaceBytes != Long.MAX_VALUE) {
      spaceBytes -= bytes;
    }
  }

  void forced(String path) {
    forces.merge(path, 1, Integer::sum);
  }

  /** Whether chance, or the system's own write-back, has an unforced sector reach the medium now. */
  boolean writesBack() {
    return random.nextInt(8) == 0;
  }

  /** Thrown to a program that is no more: it can do nothing from here on. */
  public static final class Stopped extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** An operation that failed because a test said so. */
  public static final class Failed extends IOException {
    private static final long serialVersionUID = 1;

    Failed(Operation operation) {
      super("simulated: " + operation.name().toLowerCase(Locale.ROOT) + " failed");
    }
  }

  private static final class Fault {
    private final Operation operation;
    private final String path;
    private int left;

    Fault(Operation operation, String path, int n) {
      this.operation = operation;
      this.path = path;
      this.left = n;
    }

    boolean strikes(Operation attempted, String attemptedPath) {
      return attempted == operation && attemptedPath.startsWith(path) && --left == 0;
    }
  }
}
