package python

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"
)

// call is a system call that programs have no honest use for: ways to hold memory that no limit
// counts, to look into other processes, and large parts of the kernel that had holes before.
type call struct{ amd64, arm64 uint32 }

func refused() []call {
	return []call{
		{29, 194},  // shmget
		{30, 196},  // shmat
		{64, 190},  // semget
		{68, 186},  // msgget
		{319, 279}, // memfd_create
		{447, 447}, // memfd_secret
		{101, 117}, // ptrace
		{310, 270}, // process_vm_readv
		{311, 271}, // process_vm_writev
		{165, 40},  // mount
		{166, 39},  // umount2
		{428, 428}, // open_tree
		{429, 429}, // move_mount
		{430, 430}, // fsopen
		{442, 442}, // mount_setattr
		{161, 51},  // chroot
		{155, 41},  // pivot_root
		{272, 97},  // unshare
		{308, 268}, // setns
		{248, 217}, // add_key
		{249, 218}, // request_key
		{250, 219}, // keyctl
		{321, 280}, // bpf
		{298, 241}, // perf_event_open
		{323, 282}, // userfaultfd
		{425, 425}, // io_uring_setup
		{304, 265}, // open_by_handle_at
		{256, 238}, // migrate_pages
		{240, 180}, // mq_open
		{103, 116}, // syslog
	}
}

// Parts of classic BPF as the kernel reads it (linux/filter.h, linux/seccomp.h, linux/audit.h).
const (
	loadWord    = 0x20 // BPF_LD | BPF_W | BPF_ABS
	jumpEqual   = 0x15 // BPF_JMP | BPF_JEQ | BPF_K
	jumpAtLeast = 0x35 // BPF_JMP | BPF_JGE | BPF_K
	giveBack    = 0x06 // BPF_RET | BPF_K

	allow  = 0x7fff0000
	kill   = 0x80000000
	failed = 0x00050000 | 1 // SECCOMP_RET_ERRNO with EPERM

	offsetNumber = 0
	offsetArch   = 4

	archAMD64 = 0xc000003e
	archARM64 = 0xc00000b7
	x32Bit    = 0x40000000 // a second numbering of all calls on amd64
)

type instruction struct {
	Code   uint16
	JT, JF uint8
	K      uint32
}

// refusedCalls is the filter for this machine.
func refusedCalls() ([]byte, error) {
	arch, pick := uint32(archAMD64), func(c call) uint32 { return c.amd64 }
	switch runtime.GOARCH {
	case "amd64":
	case "arm64":
		arch, pick = archARM64, func(c call) uint32 { return c.arm64 }
	default:
		return nil, fmt.Errorf("there is no filter of system calls for %s", runtime.GOARCH)
	}
	program := []instruction{
		{loadWord, 0, 0, offsetArch},
		{jumpEqual, 1, 0, arch},
		{giveBack, 0, 0, kill},
		{loadWord, 0, 0, offsetNumber},
		{jumpAtLeast, 0, 1, x32Bit},
		{giveBack, 0, 0, kill},
	}
	for _, c := range refused() {
		program = append(program, instruction{jumpEqual, 0, 1, pick(c)}, instruction{giveBack, 0, 0, failed})
	}
	program = append(program, instruction{giveBack, 0, 0, allow})
	var b bytes.Buffer
	if err := binary.Write(&b, binary.NativeEndian, program); err != nil {
		return nil, fmt.Errorf("write the filter of system calls: %w", err)
	}
	return b.Bytes(), nil
}
