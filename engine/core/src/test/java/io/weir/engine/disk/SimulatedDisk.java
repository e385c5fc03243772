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
 * A disk in memory that does everything a real disk may do to a program that does not force.
 *
 * <p>Page files, which a store writes through mapped memory, are real files over a simulated
 * medium: {@link SimulatedPageFiles}.
 *
 * <p>Each file has the bytes that a program sees and the bytes on the medium. A force copies all
 * sectors that differ. A power cut copies a random choice of them and discards the rest.
 * Occasionally sectors reach the medium without a force, so the medium may hold any version of a
 * sector. Names behave in the same way: until their folder is forced, a power cut keeps or undoes
 * each creation, rename and deletion independently.
 *
 * <p>A failed force drops the sectors that it was to write: the program still sees them, but the
 * medium never gets them unless they are written again. Linux behaves this way.
 *
 * <p>A life of the disk ends when the power is cut or the process killed. Folders and files opened
 * in that life are dead, and every operation on them fails with {@link Stopped}.
 *
 * <p>Runs on: one thread.
 */
public final class SimulatedDisk implements Disk {

  /** The operations of a program on a disk. */
  public enum Operation {
    CREATE,
    READ,
    WRITE,
    FORCE,
    RENAME,
    DELETE,
    FORCE_FOLDER
  }

  private static final int PAGES_WRITTEN_BACK_ONE_IN = 16;

  final Random random;
  private final SimulatedPageFiles pageFiles;
  private final Map<String, SimulatedNames> folders = new TreeMap<>();
  private final List<Renamed> renamed = new ArrayList<>();
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
    pageFiles = new SimulatedPageFiles(random);
  }

  /** Returns the disk's only root, whatever the path. */
  @Override
  public Folder folder(Path path) throws IOException {
    pageFiles.begin();
    return root();
  }

  /** Returns the root for the current life. */
  public Folder root() {
    return new SimulatedFolder(this, "", life);
  }

  // Faults that a test can inject

  /** Cuts the power instead of the n-th changing operation from now; 1 is the next. */
  public void cutPowerAtOperation(int n) {
    operationsToStop = n;
    stopCutsPower = true;
  }

  /** Kills the process instead of the n-th changing operation from now. */
  public void killProcessAtOperation(int n) {
    operationsToStop = n;
    stopCutsPower = false;
  }

  /** Fails the n-th such operation from now on files whose path begins with {@code path}. */
  public void fail(Operation operation, String path, int n) {
    faults.add(new Fault(operation, path, n));
  }

  public void failWrite(int n) {
    fail(Operation.WRITE, "", n);
  }

  public void failForce(int n) {
    fail(Operation.FORCE, "", n);
  }

  /** Removes all faults that have not happened. */
  public void heal() {
    faults.clear();
    full = false;
    shortWrites = false;
    spaceBytes = Long.MAX_VALUE;
  }

  /** Returns whether no fault is pending. */
  public boolean isHealthy() {
    return faults.isEmpty() && !full && spaceBytes == Long.MAX_VALUE;
  }

  /** Makes each write from now on take only some of the bytes. */
  public void writeShort() {
    shortWrites = true;
  }

  /** Makes each write from now on take no bytes. */
  public void fillUp() {
    full = true;
  }

  /** Limits growth to so many more bytes; bytes within a file can still be rewritten. */
  public void leaveSpace(long bytes) {
    spaceBytes = bytes;
  }

  /** Runs a task before each changing operation, such as the work of other threads. */
  public void beforeEach(Runnable task) {
    beforeEach = task;
  }

  /** Returns how often any file was forced, failed forces included. */
  public int fileForces() {
    return forces.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns how often a file of this path was forced, failed forces included. */
  public int forcesOf(String path) {
    return forces.getOrDefault(path, 0);
  }

  /** Returns whether the life in which {@code folder} was opened is over. */
  public boolean isDead(Folder folder) {
    return ((SimulatedFolder) folder).bornIn() != life;
  }

  /** Cuts the power: chance decides which unforced bytes remain. Open files are dead. */
  public void cutPower() {
    pageFiles.cutPower();
    endLife();
    undoSomeRenames();
    folders.values().forEach(names -> names.cutPower(random));
  }

  /** Kills the process: the system keeps all written bytes. Open files are dead. */
  public void killProcess() {
    pageFiles.killProcess();
    endLife();
  }

  private void endLife() {
    life++;
    operationsToStop = -1;
  }

  /** Returns the names of the files in the root. */
  public List<String> list() {
    return names("").list();
  }

  /**
   * Returns the bytes of a file as a program sees them. A test may damage them and then call
   * {@link #settle}.
   */
  public byte[] bytes(String path) {
    return content(path).bytes();
  }

  /** Puts a file on the disk durably. */
  public void plant(String path, byte[] bytes) {
    SimulatedContent content = new SimulatedContent();
    content.replace(bytes);
    names(folderOf(path)).plant(nameOf(path), content);
    settle();
  }

  /** Removes a file durably. */
  public void lose(String path) {
    names(folderOf(path)).lose(nameOf(path));
    settle();
  }

  /** Flips a bit of a page file. No store may be open. */
  public void flipPage(Path file, long offset) throws IOException {
    pageFiles.flip(file, offset);
  }

  /** Makes the page files what the last life has left of them, before a store is opened. */
  public void showPages() throws IOException {
    pageFiles.begin();
  }

  /** Makes the visible state durable. */
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

  // Operations for folders and files

  SimulatedNames names(String folder) {
    return folders.computeIfAbsent(folder, made -> new SimulatedNames());
  }

  /** Returns the names of the folders directly inside this one. */
  List<String> foldersIn(String folder) {
    return folders.keySet().stream()
        .filter(path -> path.length() > folder.length() && path.startsWith(folder))
        .map(path -> path.substring(folder.length(), path.length() - 1))
        .filter(name -> !name.contains("/"))
        .toList();
  }

  /**
   * Renames a folder with all that is in it. Until its parent is forced, a power cut may undo it.
   * Returns false if there is no such folder.
   */
  boolean renameFolder(String from, String to) {
    if (!folders.containsKey(from)) {
      return false;
    }
    move(from, to);
    renamed.add(new Renamed(from, to));
    return true;
  }

  void forceFolders(String parent) {
    renamed.removeIf(each -> parentOf(each.to).equals(parent));
  }

  private void undoSomeRenames() {
    for (var at = renamed.size() - 1; at >= 0; at--) {
      if (random.nextBoolean()) {
        move(renamed.get(at).to, renamed.get(at).from);
      }
    }
    renamed.clear();
  }

  private static String parentOf(String folder) {
    return folderOf(folder.substring(0, folder.length() - 1));
  }

  private void move(String from, String to) {
    for (var path : List.copyOf(folders.keySet())) {
      if (path.startsWith(from)) {
        folders.put(to + path.substring(from.length()), folders.remove(path));
      }
    }
  }

  void deleteEmptyFolder(String path) {
    var names = folders.get(path);
    if (names != null && names.list().isEmpty()) {
      folders.keySet().removeIf(each -> each.startsWith(path));
    }
  }

  SimulatedPageFiles pageFiles() {
    return pageFiles;
  }

  long usableBytes() {
    return full ? 0 : spaceBytes;
  }

  /** Begins an operation that changes something. */
  void change(Operation operation, String path, int bornIn) throws IOException {
    beforeEach.run();
    look(operation, path, bornIn);
    if (random.nextInt(PAGES_WRITTEN_BACK_ONE_IN) == 0) {
      pageFiles.writeBack();
    }
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

  /**
   * Returns how many of {@code bytes} a write takes, of which {@code growth} would extend the file.
   */
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

  /** Takes the space of the blocks that a page file lacks up to an offset. */
  void allocate(Path file, long to) throws IOException {
    long growth = Math.max(0, to - pageFiles.end(file));
    if (growth > 0 && growth > usableBytes()) {
      throw new IOException("simulated: no space left on device");
    }
    grew(growth);
  }

  void grew(long bytes) {
    if (spaceBytes != Long.MAX_VALUE) {
      spaceBytes -= bytes;
    }
  }

  void forced(String path) {
    forces.merge(path, 1, Integer::sum);
  }

  /** Returns whether the simulated write-back moves an unforced sector to the medium now. */
  boolean writesBack() {
    return random.nextInt(8) == 0;
  }

  /** Thrown to a program of an earlier life, which can do nothing any more. */
  public static final class Stopped extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** Thrown by an operation that a test made fail. */
  public static final class Failed extends IOException {
    private static final long serialVersionUID = 1;

    Failed(Operation operation) {
      super("simulated: " + operation.name().toLowerCase(Locale.ROOT) + " failed");
    }
  }

  /** The rename of a folder that is not durable. */
  private record Renamed(String from, String to) {}

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
