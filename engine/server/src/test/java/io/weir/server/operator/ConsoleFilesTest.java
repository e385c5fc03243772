package io.weir.server.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * The files of the console in the folder of sources: a folder of classes keeps files that were
 * removed from it.
 */
final class ConsoleFilesTest {

  private static final Path FOLDER = Path.of("src/main/resources/io/weir/server/console");
  private static final String LIST = "files.txt";
  private static final String SUMS = "vendor/sha256.txt";
  private static final int MOST_BYTES = 250_000;

  private static final Pattern IMPORT = Pattern.compile("(?:from|import) \"(\\.[^\"]*)\"");
  private static final Pattern INLINE =
      Pattern.compile("<script(?![^>]*\\ssrc=)|<style|\\sstyle=\"|\\son[a-z]+=\"|javascript:");

  @Test
  void theListNamesEveryFileInTheirOrder() throws Exception {
    var found = files().stream()
        .map(file -> FOLDER.relativize(file).toString().replace('\\', '/'))
        .filter(name -> !name.equals(LIST))
        .sorted()
        .toList();

    assertThat(Files.readAllLines(FOLDER.resolve(LIST))).isEqualTo(found);
  }

  @Test
  void everyFileOfOthersHasItsLicenceAndItsChecksum() throws Exception {
    var sums = Files.readAllLines(FOLDER.resolve(SUMS)).stream()
        .map(line -> line.split(" {2}", 2))
        .collect(Collectors.toMap(line -> line[1], line -> line[0]));
    var vendored = files().stream()
        .filter(file -> file.getParent().endsWith("vendor") && !file.endsWith(SUMS))
        .toList();

    assertThat(sums).hasSameSizeAs(vendored);
    for (var file : vendored) {
      assertThat(sums.get(file.getFileName().toString()))
          .as(file.toString())
          .isEqualTo(sha256(file));
    }
    assertThat(vendored)
        .filteredOn(file -> file.toString().endsWith("-licence.txt"))
        .hasSize(3);
  }

  @Test
  void everyImportNamesAFile() throws Exception {
    for (var file : files()) {
      if (file.toString().endsWith(".js") && !file.getParent().endsWith("vendor")) {
        var imports = IMPORT.matcher(Files.readString(file));
        while (imports.find()) {
          assertThat(file.resolveSibling(imports.group(1))).as(file.toString()).exists();
        }
      }
    }
  }

  @Test
  void noPageHoldsScriptsOrStylesOfItsOwn() throws Exception {
    assertThat(Files.readString(FOLDER.resolve("index.html"))).doesNotContainPattern(INLINE);
  }

  @Test
  void theWholeConsoleIsSmall() throws Exception {
    var bytes = 0;
    for (var file : files()) {
      bytes += compressed(Files.readAllBytes(file));
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }

  private static int compressed(byte[] content) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    }
    return out.size();
  }

  private static List<Path> files() throws IOException {
    try (var all = Files.walk(FOLDER)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }
}
