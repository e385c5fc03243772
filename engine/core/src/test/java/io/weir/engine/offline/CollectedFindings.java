package io.weir.engine.offline;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Collects the findings and remarks of a check. */
public final class CollectedFindings implements CheckListener {

  public final List<Finding> findings = new ArrayList<>();
  public final List<String> remarks = new ArrayList<>();
  final List<String> files = new ArrayList<>();
  long announced;
  long read;
  long indexEntries;

  public static CollectedFindings in(Path folder) throws IOException {
    var found = new CollectedFindings();
    var report = StoreCheck.run(folder, folder.toAbsolutePath().getParent(), found);
    if (report.damages() != found.findings.size()) {
      throw new AssertionError(report + " but " + found.findings);
    }
    found.indexEntries = report.indexEntries();
    return found;
  }

  @Override
  public void begin(String file, long bytes) {
    files.add(file);
    announced += bytes;
  }

  @Override
  public void read(long bytes) {
    read += bytes;
  }

  @Override
  public void damaged(Finding finding) {
    findings.add(finding);
  }

  @Override
  public void remark(String what) {
    remarks.add(what);
  }
}
