package io.weir.server.cli;

import io.weir.engine.store.StoreOptions;
import io.weir.server.auth.Accounts;
import io.weir.server.http.ServerOptions;
import io.weir.server.tls.CertificateWatch;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a service in this process is made of.
 *
 * @param store what it keeps
 * @param listening where it listens, and what it puts up with
 * @param accounts who may ask
 * @param loops threads that serve, 1 to 1,024
 * @param backups folder that takes backups; without one they are refused
 * @param certificate watches that of {@code listening}
 */
record ServiceOptions(
    StoreOptions store,
    ServerOptions listening,
    Accounts accounts,
    int loops,
    Optional<Path> backups,
    Optional<CertificateWatch> certificate) {}
